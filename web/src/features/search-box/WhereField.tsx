import { useId, useState, type KeyboardEvent } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { classes, LoadingError } from '../../ui'
import { CheckIcon, ChevronDownIcon } from '../../ui/icons'
import { selectForm, selectParkInForm, selectPlaceLabel, selectRegion } from '../search'
import { Panel, frame, frameControl, frameControlLabel } from './FieldFrame'
import { useDropdown } from './useDropdown'
import { usePlaces, type Place } from './usePlaces'

/** Where: a combobox of the channel's regions, then the parks whose names match from two letters on. */
export function WhereField() {
  const dispatch = useDispatch()
  const form = useSelector(selectForm)
  const label = useSelector(selectPlaceLabel)
  const [text, setText] = useState<string>()
  const [active, setActive] = useState(-1)
  const { root, trigger, open, show, close, closeSoon } = useDropdown(() => {
    setText(undefined)
    setActive(-1)
  })
  const list = useId()
  const { places, loadingRegions, regionsError, retryRegions } = usePlaces(text ?? '', open)
  const value = text ?? (loadingRegions ? 'Loading regions' : label)
  const isChosen = (place: Place) =>
    place.kind === 'park'
      ? place.id === form.parkId
      : form.parkId === undefined && place.id === form.regionId

  const choose = (place: Place | undefined) => {
    if (!place) return
    if (place.kind === 'region') dispatch(selectRegion(place.id))
    else
      dispatch(selectParkInForm({ parkId: place.id, name: place.name, regionId: place.regionId }))
    setText(undefined)
    closeSoon()
  }
  const openList = () => {
    if (open) return
    setActive(-1)
    show()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      if (open) choose(places[active])
      else openList()
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
    <div ref={root} className={classes(frame, 'lg:flex-[1.25]')}>
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
      {open ? (
        <Panel className="lg:w-[380px]">
          <ul
            id={list}
            role="listbox"
            aria-label="Where"
            className="max-h-[380px] overflow-y-auto p-2"
          >
            {places.map((place, index) => (
              // The input has the keyboard; the options take the pointer.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <li
                key={`${place.kind}-${place.id}`}
                id={`${list}-${index}`}
                role="option"
                aria-selected={isChosen(place)}
                ref={(element) => {
                  if (index === active) element?.scrollIntoView?.({ block: 'nearest' })
                }}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(place)}
                className={classes(
                  'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-field px-3 py-1.5 hover:bg-sunk',
                  index === active && 'bg-sunk',
                  isChosen(place) && 'font-bold',
                )}
              >
                <span>
                  {place.name}
                  {place.kind === 'park' ? (
                    <span className="block text-small font-normal text-muted">
                      {place.regionName}
                    </span>
                  ) : null}
                </span>
                {isChosen(place) ? <CheckIcon size={18} aria-hidden="true" /> : null}
              </li>
            ))}
          </ul>
          {regionsError ? (
            <div className="p-3">
              <LoadingError fetching={false} error={regionsError} onRetry={retryRegions} />
            </div>
          ) : null}
          <p role="status" className={places.length > 0 ? 'sr-only' : 'px-5 pb-4 text-muted'}>
            {loadingRegions
              ? 'Loading regions'
              : places.length > 0
                ? `${places.length} to choose from`
                : regionsError
                  ? ''
                  : 'Nothing found'}
          </p>
        </Panel>
      ) : null}
    </div>
  )
}
