import {
  lazy,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
} from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { classes, isComposing, LazyPart, useDropdown } from '../../ui'
import { ChevronDownIcon } from '../../ui/icons'
import { selectForm, selectPlaceLabel } from '../search'
import { choosePlace } from './choose-place'
import { frame, frameControl, frameControlLabel } from './FieldFrame'
import { whereFrame } from './field-frames'
import { findPlace, listStatus, usePlaces, type Place } from './usePlaces'

const loadPlaceList = () => import('./PlaceList')
/** Loaded when the field is first touched. */
const PlaceList = lazy(loadPlaceList)

interface WhereProps {
  /**
   * Called with the search for a typed place while its answer is still to come, which resolves to
   * whether there is one; undefined when it is not awaited any more.
   */
  onAwait: (search: Promise<boolean> | undefined) => void
  onSearched?: (() => void) | undefined
}

/**
 * Where: a combobox with the channel's regions. From two letters on, it has the regions, towns,
 * operators and parks whose names match, and postcodes.
 */
export function WhereField(props: WhereProps) {
  const list = useId()
  const { root, trigger, open, fading, text, found, active, isRead, typed, ...on } = useWhere(props)
  const { openList, onChosen, onLeave, onKeyDown, onType } = on

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
        aria-activedescendant={open && isRead && active >= 0 ? `${list}-${active}` : undefined}
        value={text ?? (found.loadingRegions ? 'Loading regions' : typed.label)}
        onClick={open && !fading ? undefined : openList}
        onPointerEnter={() => void loadPlaceList()}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        className={classes(frameControl, 'text-ellipsis')}
      />
      <Chevron />
      <Options
        {...{ open, id: list, found, active, onLeave }}
        typed={text !== undefined}
        onChoose={(place) => {
          typed.choose(place)
          onChosen()
        }}
        onPosition={onChosen}
      />
    </div>
  )
}

/** The state of the field: what is typed, what is highlighted, and what a key does. */
function useWhere({ onAwait, onSearched }: WhereProps) {
  const [text, setText] = useState<string>()
  const found = usePlaces(text ?? '')
  const { places } = found
  const highlight = useHighlight(text, places)
  const { active } = highlight
  const reset = () => {
    setText(undefined)
    highlight.set(undefined)
  }
  const typed = useTypedPlace({
    text,
    place: places[active],
    searching: found.searching,
    onAwait,
    // The list opens again and says that there is nothing.
    onNotFound: (typedText) => {
      setText(typedText)
      show()
    },
  })
  const { root, trigger, open, show, close, closeSoon, leave } = useDropdown(
    reset,
    typed.take,
    (to) => typed.isUnknown && isSubmit(to),
  )
  // The list still fades out after a choice. Then Tab leaves the field at once.
  const [fading, setFading] = useState(false)
  // Forgets what was typed and highlighted, so that neither Enter nor leaving chooses once more.
  const onChosen = () => {
    reset()
    setFading(true)
    closeSoon()
  }
  const onLeave = () => {
    close(false)
    onSearched?.()
  }
  const openList = () => {
    setFading(false)
    show()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    if (event.key === 'Enter') {
      // With its list closed, Enter submits the search, as in any field of a form.
      if (!open || fading) return
      event.preventDefault()
      const place = places[active]
      if (!text?.trim() && place) typed.choose(place)
      else if (!typed.take()) return
      onChosen()
    }
    // After typing, Tab leaves the list. Before, it moves into it, to recent searches and 'Near me'.
    if (event.key === 'Tab' && open && (text !== undefined || fading)) leave()
    if (CARET_KEYS.has(event.key)) highlight.readText()
    const to = arrowTo(event.key, active, places.length)
    if (to === undefined) return
    event.preventDefault()
    if (!open || fading) openList()
    if (to >= 0) highlight.set(places[to])
  }

  return {
    root,
    trigger,
    open,
    fading,
    text,
    found,
    active,
    isRead: highlight.isRead,
    typed,
    openList,
    onChosen,
    onLeave,
    onKeyDown,
    onType: (value: string) => {
      typed.forget()
      setText(value)
      highlight.set(undefined)
      openList()
    },
  }
}

/**
 * The highlighted place of the list: the one that the visitor moved to, or the first that was shown
 * for the text. It stays the same place when a later answer changes the order.
 */
function useHighlight(text: string | undefined, places: readonly Place[]) {
  const [key, setKey] = useState<string>()
  const [isRead, setIsRead] = useState(true)
  const first = text?.trim() && places[0] ? keyOf(places[0]) : undefined
  // The first place is fixed as soon as there is one.
  if (key === undefined && first !== undefined) setKey(first)
  const index = places.findIndex((place) => keyOf(place) === (key ?? first))
  return {
    active: index < 0 && first !== undefined ? 0 : index,
    /** Screen readers read the highlighted place, not the text around the caret. */
    isRead,
    set: (place: Place | undefined) => {
      setKey(place && keyOf(place))
      setIsRead(true)
    },
    /** The caret is moved in the text, which is read instead. */
    readText: () => setIsRead(false),
  }
}

/** The keys that move the caret in the text. */
const CARET_KEYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])

const keyOf = ({ kind, id }: Place) => `${kind} ${id}`

/** Whether the Search button was pressed or has the focus. */
const isSubmit = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[type="submit"]') !== null

/** What a search is told instead of a place, while the list says that there is none. */
const NO_PLACE = Promise.resolve(false)

/**
 * What happens to a typed text when the visitor goes on: the highlighted place is chosen; while the
 * list is still to come, the first place of the answer.
 */
function useTypedPlace({
  text,
  place,
  searching,
  onAwait,
  onNotFound,
}: {
  text: string | undefined
  /** The highlighted place. */
  place: Place | undefined
  searching: boolean
  onAwait: WhereProps['onAwait']
  onNotFound: (text: string) => void
}) {
  const dispatch = useAppDispatch()
  const label = useSelector(selectPlaceLabel)
  const { channelId } = useSelector(selectForm)
  const [asked, setAsked] = useState<string>()
  const current = useRef<Promise<boolean>>(undefined)
  const wait = (search: Promise<boolean> | undefined) => {
    current.current = search
    onAwait(search)
  }
  const forget = () => {
    setAsked(undefined)
    wait(undefined)
  }
  // A text without a place refuses the search as long as it stands in the field.
  const isUnknown = Boolean(text?.trim()) && place === undefined && !searching
  const refuse = useEffectEvent((refused: boolean) => wait(refused ? NO_PLACE : undefined))
  useEffect(() => {
    if (!isUnknown) return
    refuse(true)
    return () => refuse(false)
  }, [isUnknown])
  // An answer that comes when the visitor has left the page changes nothing.
  useEffect(
    () => () => {
      current.current = undefined
    },
    [],
  )
  const choose = (chosen: Place) => {
    forget()
    dispatch(choosePlace(chosen))
  }
  const ask = (typed: string) => {
    setAsked(typed)
    const search = dispatch(findPlace(typed, channelId)).then((found) => {
      // Another choice or text has replaced it.
      if (current.current !== search) return false
      if (found) choose(found)
      else {
        forget()
        onNotFound(typed)
      }
      return found !== undefined
    })
    wait(search)
  }
  return {
    /** The place, or the text for which one is being looked up. */
    label: asked ?? label,
    choose,
    forget,
    /** A text is typed for which there is no place. */
    isUnknown,
    /** Takes a typed text. Returns whether a place was chosen, or will be if there is one. */
    take: (): boolean => {
      const typed = text?.trim()
      if (!typed) return false
      if (place) choose(place)
      else if (searching) ask(typed)
      return place !== undefined || searching
    },
  }
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
