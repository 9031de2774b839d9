import { useId, useState, type KeyboardEvent } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { classes, LoadingError } from '../../ui'
import { CheckIcon, ChevronDownIcon } from '../../ui/icons'
import { selectForm, parkChosen, selectPlaceLabel, regionChosen } from '../search'
import { Panel, frame, frameControl, frameControlLabel } from './FieldFrame'
import { whereFrame } from './field-frames'
import { useDropdown } from './useDropdown'
import { usePlaces, type Place, type Places } from './usePlaces'

/** Where: a combobox of the channel's regions, then the parks whose names match from two letters on. */
export function WhereField() {
  const dispatch = useAppDispatch()
  const label = useSelector(selectPlaceLabel)
  const [text, setText] = useState<string>()
  const [active, setActive] = useState(-1)
  const { root, trigger, open, show, close, closeSoon } = useDropdown(() => {
    setText(undefined)
    setActive(-1)
  })
  const list = useId()
  const found = usePlaces(text ?? '', open)
  const { places, loadingRegions } = found
  const value = text ?? (loadingRegions ? 'Loading regions' : label)
  const choose = (place: Place | undefined) => {
    if (!place) return
    if (place.kind === 'region') dispatch(regionChosen(place.id))
    else dispatch(parkChosen({ parkId: place.id, name: place.name, regionId: place.regionId }))
    setText(undefined)
    // The whole list comes back under the pointer: what stood there is not chosen by another Enter.
    setActive(-1)
    closeSoon()
  }
  const openList = () => {
    if (open) return
    setActive(-1)
    show()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      // With its list closed the field sends the search, as any field of a form does.
      if (!open) return
      event.preventDefault()
      choose(places[active])
      return
    }
    if (event.key === 'Tab' && open) close(false)
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    openList()
    if (places.length > 0) setActive((to + places.length) % places.length)
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
        onChange={(event) => {
          setText(event.target.value)
          setActive(event.target.value.trim() === '' ? -1 : 0)
          show()
        }}
        onKeyDown={onKeyDown}
        className={classes(frameControl, 'text-ellipsis')}
      />
      <ChevronDownIcon
        size={20}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
      {/* There before its text: a screen reader says what changes in it, the first count too. */}
      <p role="status" className="sr-only">
        {open ? listStatus(found) : ''}
      </p>
      {open ? <PlaceList id={list} found={found} active={active} onChoose={choose} /> : null}
    </div>
  )
}

/** How many places there are to choose from, or why none. */
function listStatus({ places, loadingRegions, regionsError }: Places): string {
  if (loadingRegions) return 'Loading regions'
  if (places.length > 0) return `${places.length} to choose from`
  return regionsError ? '' : 'Nothing found'
}

/** The places to choose from, regions before parks, and how their loading goes. */
function PlaceList({
  id,
  found,
  active,
  onChoose,
}: {
  id: string
  found: Places
  active: number
  onChoose: (place: Place) => void
}) {
  const { places, regionsError, retryRegions } = found
  const numbered = places.map((place, index) => ({ place, index }))
  const groups = [
    { label: 'Regions', entries: numbered.filter(({ place }) => place.kind === 'region') },
    { label: 'Parks', entries: numbered.filter(({ place }) => place.kind === 'park') },
  ]
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
                    key={`${place.kind}-${place.id}`}
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
    </Panel>
  )
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
  const { parkId, regionId } = useSelector(selectForm)
  const chosen =
    place.kind === 'park' ? place.id === parkId : parkId === undefined && place.id === regionId
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
        {place.kind === 'park' ? (
          <span className="block text-small font-normal text-muted">{place.regionName}</span>
        ) : null}
      </span>
      {chosen ? <CheckIcon size={18} aria-hidden="true" /> : null}
    </li>
  )
}
