import { lazy, useId, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { classes, LazyPart, useDropdown } from '../../ui'
import { ChevronDownIcon } from '../../ui/icons'
import { selectPlaceLabel } from '../search'
import { choosePlace } from './choose-place'
import { frame, frameControl, frameControlLabel } from './FieldFrame'
import { whereFrame } from './field-frames'
import { listStatus, usePlaces, type Place } from './usePlaces'

const loadPlaceList = () => import('./PlaceList')
/** Loaded when the field is first touched. */
const PlaceList = lazy(loadPlaceList)

/**
 * Where: a combobox with the channel's regions. From two letters on, it has the regions, towns,
 * operators and parks whose names match, and postcodes.
 */
export function WhereField({ onSearched }: { onSearched?: (() => void) | undefined }) {
  const dispatch = useAppDispatch()
  const label = useSelector(selectPlaceLabel)
  const [text, setText] = useState<string>()
  const [active, setActive] = useState(-1)
  const reset = () => {
    setText(undefined)
    setActive(-1)
  }
  const found = usePlaces(text ?? '')
  const { places, loadingRegions } = found
  // Who types a place and goes on without choosing means the highlighted one.
  const takeTyped = () => {
    const place = text?.trim() ? places[active] : undefined
    if (place) dispatch(choosePlace(place))
  }
  const { root, trigger, open, show, close, closeSoon, leave } = useDropdown(reset, takeTyped)
  const list = useId()
  // Forgets what was typed and highlighted, so that neither Enter nor leaving chooses once more.
  const onChosen = () => {
    reset()
    closeSoon()
  }
  const choose = (place: Place | undefined) => {
    if (!place) return
    dispatch(choosePlace(place))
    onChosen()
  }
  const onLeave = () => {
    close(false)
    onSearched?.()
  }
  const type = (typed: string) => {
    setText(typed)
    setActive(typed.trim() === '' ? -1 : 0)
    show()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      // With its list closed, Enter submits the search, as in any field of a form.
      if (!open) return
      event.preventDefault()
      choose(places[active])
    }
    // After typing, Tab leaves the list. Before, it moves into it, to recent searches and 'Near me'.
    if (event.key === 'Tab' && open && text !== undefined) leave()
    const to = arrowTo(event.key, active, places.length)
    if (to === undefined) return
    event.preventDefault()
    if (!open) show()
    if (to >= 0) setActive(to)
  }

  return (
    <div ref={root} className={classes(frame, whereFrame)}>
      <Label htmlFor={`${list}-input`} />
      <input
        ref={trigger}
        id={`${list}-input`}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${list}-${active}` : undefined}
        value={text ?? (loadingRegions ? 'Loading regions' : label)}
        onClick={open ? undefined : show}
        onPointerEnter={() => void loadPlaceList()}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className={classes(frameControl, 'text-ellipsis')}
      />
      <Chevron />
      <Options
        {...{ open, id: list, found, active, onLeave }}
        typed={text !== undefined}
        onChoose={choose}
        onPosition={onChosen}
      />
    </div>
  )
}

/** The list, as soon as its code is loaded, and its status. */
function Options({ open, ...props }: ComponentProps<typeof PlaceList> & { open: boolean }) {
  return (
    <>
      <Status text={open ? listStatus(props.found) : ''} />
      {open ? (
        <LazyPart wanted>
          <PlaceList {...props} />
        </LazyPart>
      ) : null}
    </>
  )
}

function Label({ htmlFor }: { htmlFor: string }) {
  return (
    <label htmlFor={htmlFor} className={frameControlLabel}>
      Where
    </label>
  )
}

function Chevron() {
  return <ChevronDownIcon size={20} aria-hidden="true" className="search-chevron" />
}

/**
 * The status text for screen readers. The element exists before its text, so that every change is
 * announced, including the first.
 */
function Status({ text }: { text: string }) {
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

/**
 * The option that an arrow key moves to; the list wraps around. -1 for an empty list, undefined for
 * another key.
 */
function arrowTo(key: string, active: number, count: number): number | undefined {
  // With nothing highlighted (-1), Arrow Up moves to the last option, as from the first.
  const to = { ArrowDown: active + 1, ArrowUp: Math.max(active, 0) - 1 }[key]
  if (to === undefined) return undefined
  return count === 0 ? -1 : (to + count) % count
}
