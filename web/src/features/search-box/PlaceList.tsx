import { lazy, useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { CHANNEL_NAMES } from '../../rules/channels'
import { plural } from '../../rules/plural'
import { classes, LazyPart, LoadingError } from '../../ui'
import { CheckIcon, LocateIcon } from '../../ui/icons'
import { selectForm, type SearchFormState } from '../search'
import { Panel } from './FieldFrame'
import { chooseOwnPosition } from './own-position'
import { listStatus, type Place, type Places } from './usePlaces'

const RecentSearches = lazy(async () => ({
  default: (await import('../recent-searches')).RecentSearches,
}))

/** In the order in which the server lists them. */
const GROUPS: readonly { kind: Place['kind']; label: string }[] = [
  { kind: 'postcode', label: 'Postcode' },
  { kind: 'region', label: 'Regions' },
  { kind: 'town', label: 'Towns' },
  { kind: 'operator', label: 'Park operators' },
  { kind: 'park', label: 'Parks' },
]

/** The places to choose from, by kind. This code is loaded when the field is first touched. */
export default function PlaceList({
  id,
  found,
  active,
  typed,
  onChoose,
  onPosition,
  onLeave,
}: {
  id: string
  found: Places
  /** The index of the highlighted place; -1 for none. */
  active: number
  /** The visitor is typing a place. */
  typed: boolean
  onChoose: (place: Place) => void
  /** The visitor's own position was chosen. */
  onPosition: () => void
  /** A recent search was followed. */
  onLeave: () => void
}) {
  const { places, failed, retry, regionsError, retryRegions } = found
  const numbered = places.map((place, index) => ({ place, index }))
  const groups = GROUPS.map(({ kind, label }) => ({
    label,
    entries: numbered.filter(({ place }) => place.kind === kind),
  }))
  return (
    <Panel className="lg:w-[380px]">
      {typed ? null : (
        <LazyPart>
          <RecentSearches onChosen={onLeave} />
        </LazyPart>
      )}
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
                    // A region keeps its key when the server's answer replaces the browser's own
                    // list: an element that was replaced while it is pressed would lose the click.
                    key={`${place.kind}-${place.regions?.[0] ?? place.id}-${place.id}`}
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
      {failed ? (
        <div className="p-3">
          <LoadingError fetching={false} error={listStatus(found)} onRetry={retry} />
        </div>
      ) : null}
      {places.length === 0 && !failed ? (
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

/** The text below a place's name: its region, how many parks, and the channel when it is another one. */
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
 * The button 'Near me'. The browser asks for permission only when it is pressed. A position that
 * comes after the list is closed changes nothing.
 */
function OwnPosition({ onChosen }: { onChosen: () => void }) {
  const dispatch = useAppDispatch()
  const [state, setState] = useState<PositionState>('unasked')
  const request = useRef<AbortController>(undefined)
  useEffect(() => () => request.current?.abort(), [])
  const ask = async () => {
    if (state === 'asking') return
    const { signal } = (request.current = new AbortController())
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

/** The state of the request for the visitor's position. */
type PositionState = 'unasked' | 'asking' | 'unknown'

const POSITION_TEXT: Readonly<Record<PositionState, string>> = {
  unasked: '',
  asking: 'Finding where you are',
  unknown: 'We could not find where you are. Please type a town or postcode.',
}

/** One place. The input has the keyboard; the options take the pointer. */
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
        <span>{place.name}</span>
        <span className="block text-small font-normal text-muted">
          {placeNote(place, form.channelId)}
        </span>
      </span>
      {chosen ? <CheckIcon size={18} aria-hidden="true" /> : null}
    </li>
  )
}
