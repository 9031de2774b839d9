import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { typeAhead, typedNext } from '../../rules/type-ahead'
import { classes, useDropdown } from '../../ui'
import { CheckIcon, ChevronDownIcon } from '../../ui/icons'
import { chooseChannel, selectForm } from '../search'
import { FieldButton, Panel, frame } from './FieldFrame'
import { channelFrame } from './field-frames'
import { useChannelOptions } from './useChannelOptions'

/** Holiday Type: a listbox of the six channels. A channel without regions is disabled. */
export function ChannelField() {
  const dispatch = useAppDispatch()
  const { channelId } = useSelector(selectForm)
  const { root, trigger, open, show, close, closeSoon } = useDropdown()
  const [active, setActive] = useState(channelId)
  const list = useId()
  const options = useChannelOptions()
  const label = options.find(({ code }) => code === channelId)?.name ?? 'Loading...'
  const listbox = useRef<HTMLUListElement>(null)

  const openList = () => {
    setActive(channelId)
    show()
    requestAnimationFrame(() => listbox.current?.focus())
  }
  const choose = (code: string) => {
    if (options.find((option) => option.code === code)?.disabled) return
    setActive(code)
    dispatch(chooseChannel(code))
    closeSoon()
  }
  const onKeyDown = useListKeys(
    options.filter(({ disabled }) => !disabled),
    active,
    setActive,
    choose,
  )

  return (
    <div ref={root} className={classes(frame, channelFrame)}>
      <FieldButton
        ref={trigger}
        label="Holiday Type"
        value={label}
        icon={<ChevronDownIcon size={20} />}
        expanded={open}
        popup="listbox"
        controls={list}
        onOpen={() => (open ? close(true) : openList())}
      />
      {open ? (
        <Panel className="lg:min-w-[280px]">
          <ul
            ref={listbox}
            id={list}
            role="listbox"
            tabIndex={0}
            aria-label="Holiday Type"
            aria-activedescendant={`${list}-${active}`}
            onKeyDown={onKeyDown}
            className="p-2"
          >
            {options.map((option) => (
              <ChannelOption
                key={option.code}
                id={`${list}-${option.code}`}
                option={option}
                active={option.code === active}
                chosen={option.code === channelId}
                onChoose={choose}
                onPoint={setActive}
              />
            ))}
          </ul>
        </Panel>
      ) : null}
    </div>
  )
}

/** The keys of a listbox: arrows, Home, End and first letters move; Enter and Space choose. */
function useListKeys(
  options: readonly { code: string; name: string }[],
  active: string,
  onMove: (code: string) => void,
  onChoose: (code: string) => void,
) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent) => {
    const { key, timeStamp, ctrlKey, metaKey, altKey } = event
    const index = options.findIndex(({ code }) => code === active)
    const last = options.length - 1
    const newIndex = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last }[key]
    const next = typedNext(typed.current, key, timeStamp)
    if (newIndex !== undefined) {
      event.preventDefault()
      onMove(options[Math.min(last, Math.max(0, newIndex))]?.code ?? active)
    } else if (key === 'Enter' || next.text === ' ') {
      event.preventDefault()
      onChoose(active)
    } else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) {
      // A space within a word is a part of it, and does not scroll the page.
      event.preventDefault()
      typed.current = next
      const names = options.map(({ name }) => name)
      onMove(options[typeAhead(names, index, next)]?.code ?? active)
    }
  }
}

/** One option of the list. The listbox handles the keyboard; the options handle the pointer. */
function ChannelOption({
  id,
  option: { code, name, disabled },
  active,
  chosen,
  onChoose,
  onPoint,
}: {
  id: string
  option: { code: string; name: string; disabled: boolean }
  active: boolean
  chosen: boolean
  onChoose: (code: string) => void
  onPoint: (code: string) => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      id={id}
      role="option"
      aria-selected={chosen}
      aria-disabled={disabled || undefined}
      onClick={() => onChoose(code)}
      onPointerMove={() => onPoint(code)}
      className={classes(
        'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-field px-3',
        active && 'bg-sunk',
        chosen && 'font-bold',
        disabled && 'text-muted',
      )}
    >
      <span>{name}</span>
      {chosen ? <CheckIcon size={18} aria-hidden="true" /> : null}
    </li>
  )
}
