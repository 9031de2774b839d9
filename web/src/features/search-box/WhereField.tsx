import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { classes, LoadingError } from '../../ui'
import { CheckIcon, ChevronDownIcon, LocateIcon } from '../../ui/icons'
import { CHANNEL_NAMES } from '../../rules/channels'
import { plural } from '../../rules/plural'
import { selectForm, selectPlaceLabel, type SearchFormState } from '../search'
import { chooseOwnPosition, choosePlace } from './choose-place'
import { Panel, frame, frameControl, frameControlLabel } from './FieldFrame'
import { whereFrame } from './field-frames'
import { useDropdown } from './useDropdown'
import { usePlaces, type Place, type Places } from './usePlaces'

/**
 * Where: a combobox with the channel's regions and, from two letters on, the parks whose names
 * match.
 */
export function WhereField() {
  const dispatch = useAppDispatch()
  const label = useSelector(selectPlaceLabel)
  const [text, setText] = useState<string>()
  const [active, setActive] = useState(-1)
  const restart = () => {
    setText(undefined)
    setActive(-1)
  }
  const { root, trigger, open, show, close, closeSoon } = useDropdown(restart)
  const list = useId()
  const found = usePlaces(text ?? '', open)
  const { places, loadingRegions } = found
  const value = text ?? (loadingRegions ? 'Loading regions' : label)
  const choose = (place: Place | undefined) => {
    if (!place) return
    dispatch(choosePlace(place))
    // Forgets the highlighted option, so that another Enter does not choose from the full list.
    restart()
    closeSoon()
  }
  const openList = () => {
    if (open) return
    setActive(-1)
    show()
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
    if (event.key === 'Tab' && open) close(false)
    const to = arrowTo(event.key, active, places.length)
    if (to === undefined) return
    event.preventDefault()
    openList()
    if (to >= 0) setActive(to)
  }

  return (
    <div ref={root} className={classes(frame, whereFrame)}>
      <label htmlFor={`${list}-input`} className={frameControlLabel}>
        Where
      </label>
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
        value={value}
        onClick={openList}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className={classes(frameControl, 'text-ellipsis')}
      />
      <Chevron />
      <Status text={open ? listStatus(found) : ''} />
      {open ? (
        <PlaceList
          id={list}
          found={found}
          active={active}
          onChoose={choose}
          onPosition={closeSoon}
        />
      ) : null}
    </div>
  )
}

function Chevron() {
  return (
    <ChevronDownIcon
      size={20}
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
    />
  )
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
  const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[key]
  if (to === undefined) return undefined
  return count === 0 ? -1 : (to + count) % count
}

/** How many places there are to choose from, or that none was found. */
function listStatus({ places, loadingRegions, regionsError }: Places): string {
  if (loadingRegions) return 'Loading regions'
  if (places.length > 0) return `${places.length} to choose from`
  return regionsError ? '' : 'Nothing found'
}

/** The groups of the list, in the order in which the server returns them. */
const GROUPS: readonly { kind: Place['kind']; label: string }[] = [
  { kind: 'postcode', label: 'Postcode' },
  { kind: 'region', label: 'Regions' },
  { kind: 'town', label: 'Towns' },
  { kind: 'operator', label: 'Park operators' },
  { kind: 'park', label: 'Parks' },
]

/** The list of places by kind, and its loading state. */
function PlaceList({
  id,
  found,
  active,
  onChoose,
  onPosition,
}: {
  id: string
  found: Places
  active: number
  onChoose: (place: Place) => void
  onPosition: () => void
}) {
  const { places, regionsError, retryRegions } = found
  const numbered = places.map((place, index) => ({ place, index }))
  const groups = GROUPS.map(({ kind, label }) => ({
    label,
    entries: numbered.filter(({ place }) => place.kind === kind),
  }))
  return (
    <Panel className="lg:w-[380px]">
      <ul id={id} role="listbox" aria-label="Where" className="max-h-[380px] overflow-y-auto p-2">
        {groups.map(({ label, entries }) =>
          entries.length === 0 ? null : (
            <li key={label} role="none">
              <ul role="group" aria-label={label}>
                <li
                  aria-hidden="true"
                  className="px-3 pt-2 pb-1 text-note font-semibold text-muted"
                >
                  {label}
                </li>
                {entries.map(({ place, index }) => (
                  <PlaceOption
                    key={`${place.kind}-${place.regions?.[0] ?? ''}-${place.id}`}
                    id={`${id}-${index}`}
                    place={place}
                    active={index === active}
                    onChoose={onChoose}
                  />
                ))}
              </ul>
            </li>
          ),
        )}
      </ul>
      {regionsError ? (
        <div className="p-3">
          <LoadingError fetching={false} error={regionsError} onRetry={retryRegions} />
        </div>
      ) : null}
      {places.length === 0 ? (
        <p aria-hidden="true" className="px-5 pb-4 text-muted">
          {listStatus(found)}
        </p>
      ) : null}
      <OwnPosition onChosen={onPosition} />
    </Panel>
  )
}

function isChosen(place: Place, { parkId, near, regionId }: SearchFormState): boolean {
  if (place.kind === 'park') return place.id === parkId
  if (parkId !== undefined) return false
  if (place.kind === 'region') return near === undefined && place.id === regionId
  return near?.name === place.name && place.regions?.[0] === regionId
}

/**
 * What distinguishes a place from others of the same name: its region, its number of parks, and its
 * kind of holiday if choosing it would change that.
 */
function placeNote(place: Place, channelId: string): string {
  const parks = place.kind === 'park' ? 0 : (place.parks ?? 0)
  return [
    place.kind === 'region' || place.kind === 'operator' ? '' : place.regionName,
    parks > 0 ? plural(parks, 'park') : '',
    place.channel && place.channel !== channelId ? (CHANNEL_NAMES[place.channel] ?? '') : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/**
 * The 'Near me' button and its result. The browser asks for permission only after a press. A
 * position that arrives after the list was closed has no effect.
 */
function OwnPosition({ onChosen }: { onChosen: () => void }) {
  const dispatch = useAppDispatch()
  const [state, setState] = useState<PositionState>('unasked')
  const flight = useRef<AbortController>(undefined)
  useEffect(() => () => flight.current?.abort(), [])
  const ask = async () => {
    if (state === 'asking') return
    const { signal } = (flight.current = new AbortController())
    setState('asking')
    const known = await dispatch(chooseOwnPosition(signal))
    if (signal.aborted) return
    setState(known ? 'unasked' : 'unknown')
    if (known) onChosen()
  }
  return (
    <div className="border-t border-line p-2">
      <button
        type="button"
        aria-disabled={state === 'asking'}
        onClick={() => void ask()}
        className="flex min-h-11 w-full items-center gap-2.5 rounded-field px-3 text-left font-semibold hover:bg-sunk"
      >
        <LocateIcon size={18} aria-hidden="true" />
        Near me
      </button>
      <p role="status" className="px-3 text-small text-muted">
        {POSITION_TEXT[state]}
      </p>
    </div>
  )
}

/** The result of asking for the visitor's position. */
type PositionState = 'unasked' | 'asking' | 'unknown'

const POSITION_TEXT: Readonly<Record<PositionState, string>> = {
  unasked: '',
  asking: 'Finding where you are',
  unknown: 'We could not find where you are. Please type a town or postcode.',
}

/** One option of the list. The input handles the keyboard; the options handle the pointer. */
function PlaceOption({
  id,
  place,
  active,
  onChoose,
}: {
  id: string
  place: Place
  active: boolean
  onChoose: (place: Place) => void
}) {
  const form = useSelector(selectForm)
  const chosen = isChosen(place, form)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      id={id}
      role="option"
      aria-selected={chosen}
      ref={(element) => {
        if (active) element?.scrollIntoView?.({ block: 'nearest' })
      }}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(place)}
      className={classes(
        'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-field px-3 py-1.5 hover:bg-sunk',
        active && 'bg-sunk',
        chosen && 'font-bold',
      )}
    >
      <span>
        {place.name}
        <span className="block text-small font-normal text-muted">
          {placeNote(place, form.channelId)}
        </span>
      </span>
      {chosen ? <CheckIcon size={18} aria-hidden="true" /> : null}
    </li>
  )
}
