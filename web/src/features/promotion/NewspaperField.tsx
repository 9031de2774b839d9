import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { isIos, newspapers } from '../../rules/promotion-fields'
import { Field, SelectField, classes, isComposing, useDropdown } from '../../ui'
import { ChevronDownIcon } from '../../ui/icons'
import { chooseNewspaper } from './submit-gate'
import { selectGate, selectPromotion, type PromotionRoot } from './state'

const LABEL = 'Newspaper'
const PLACEHOLDER = 'Select a newspaper'

type Papers = ReturnType<typeof newspapers>

/** Nothing changes the device of a page. */
const never = () => () => {}

/**
 * The newspaper: a list of radio buttons that opens below the field. On iOS, and in the page as the
 * server renders it, the browser's own select. Nothing can be chosen until there is a channel.
 */
export function NewspaperField({ error }: { error: string | undefined }) {
  const dispatch = useAppDispatch()
  const native = useSyncExternalStore(
    never,
    () => isIos(navigator),
    () => true,
  )
  const papers = newspapers(useSelector(selectPromotion))
  const { selectedNewspaper } = useSelector(selectGate)
  const disabled = useSelector((state: PromotionRoot) => !state.search.channelId)
  const choose = (code: string) => dispatch(chooseNewspaper(code))
  if (native) {
    return (
      <SelectField
        label={LABEL}
        name="newspaper"
        placeholder={PLACEHOLDER}
        options={papers.map(({ code, name }) => ({ value: code, label: name, disabled }))}
        value={selectedNewspaper}
        error={error}
        onChange={(event) => choose(event.target.value)}
      />
    )
  }
  return (
    <PaperList
      papers={papers}
      chosen={selectedNewspaper}
      disabled={disabled}
      error={error}
      onChoose={choose}
    />
  )
}

function PaperList({
  papers,
  chosen,
  disabled,
  error,
  onChoose,
}: {
  papers: Papers
  chosen: string
  disabled: boolean
  error: string | undefined
  onChoose: (code: string) => void
}) {
  const { root, trigger, open, show, close, closeSoon } = useDropdown()
  const panel = useId()
  const name = papers.find(({ code }) => code === chosen)?.name
  return (
    <div ref={root} className="relative">
      <Field label={LABEL} error={error}>
        {(control) => (
          <button
            {...control}
            ref={trigger}
            type="button"
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            aria-label={`${LABEL}, ${name ?? PLACEHOLDER}`}
            onClick={() => (open ? close(true) : show())}
            className={classes(
              'flex h-[50px] w-full items-center justify-between gap-2 rounded-field border-[1.5px] border-field bg-surface px-3.5 text-left text-value aria-invalid:border-[2.5px] aria-invalid:border-danger',
              name ? 'text-ink' : 'text-muted',
            )}
          >
            <span className="min-w-0 break-words">{name ?? PLACEHOLDER}</span>
            <ChevronDownIcon size={20} aria-hidden="true" />
          </button>
        )}
      </Field>
      {open ? (
        <PaperOptions
          id={panel}
          papers={papers}
          chosen={chosen}
          disabled={disabled}
          onChoose={onChoose}
          onPressed={closeSoon}
          onDone={() => close(true)}
        />
      ) : null}
    </div>
  )
}

/** The open list. The focus goes to the chosen newspaper, or to the first. */
function PaperOptions({
  id,
  papers,
  chosen,
  disabled,
  onChoose,
  onPressed,
  onDone,
}: {
  id: string
  papers: Papers
  chosen: string
  disabled: boolean
  onChoose: (code: string) => void
  onPressed: () => void
  onDone: () => void
}) {
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const options = Array.from(list.current?.querySelectorAll('input') ?? [])
    ;(options.find(({ checked }) => checked) ?? options[0])?.focus()
  }, [])
  return (
    <fieldset
      ref={list}
      id={id}
      className="fade-in absolute inset-x-0 top-full z-(--z-panel) mt-2 max-h-72 overflow-y-auto rounded-card border border-line bg-surface px-3.5 py-2 shadow-float"
    >
      <legend className="sr-only">{LABEL}</legend>
      {papers.map((paper) => (
        <label key={paper.code} className="flex min-h-11 items-center gap-2.5">
          <input
            type="radio"
            name="newspaper"
            value={paper.code}
            checked={paper.code === chosen}
            disabled={disabled}
            onChange={() => onChoose(paper.code)}
            // Arrow keys choose, too: they do not close the list.
            onClick={({ detail }) => {
              if (detail > 0) onPressed()
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComposing(event)) return
              event.preventDefault()
              onDone()
            }}
            className="radio"
          />
          <span>{paper.name}</span>
        </label>
      ))}
    </fieldset>
  )
}
