import { useMemo } from 'react'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { loadErrorText, useRequest } from '../../api'
import type { ParkDetails } from '../../api/schema'
import { brand } from '../../brands'
import { formatShort, type CalendarDate } from '../../rules/dates'
import { shortDay } from '../../rules/day-text'
import {
  filterUnits,
  flagCheapest,
  hasAccomFilters,
  noUnitsText,
  showsAlternatives,
} from '../../rules/park-units'
import { partySizeOf } from '../../rules/party'
import { plural } from '../../rules/plural'
import { takesPets } from '../../rules/search-url'
import { ButtonLink, LoadingError, Skeleton } from '../../ui'
import { PhoneIcon } from '../../ui/icons'
import {
  loadParkResults,
  parkResultsCall,
  selectDateEntries,
  selectHasOffers,
  selectParkDate,
  type ParkRoot,
} from '../park-data'
import { arrivalOf, selectDate, selectFilters, selectForm, type SearchRoot } from '../search'
import { AccomFilters } from './AccomFilters'
import { AlternativeDates, ParkDates } from './Dates'
import { ParkRegions } from './ParkRegions'
import { UnitRow } from './UnitRow'
import { useBooking } from './useBooking'

type Root = SearchRoot & ParkRoot

/** When and where to stay in the park: its dates with prices, the units of the chosen one, other dates. */
export function Stay({
  park,
  parkId,
  features,
}: {
  park: ParkDetails | undefined
  parkId: string
  features: ReadonlyMap<number, string>
}) {
  const dispatch = useDispatch<ThunkDispatch<Root, unknown, UnknownAction>>()
  const form = useSelector(selectForm)
  const { accom } = useSelector(selectFilters)
  const entries = useSelector((state: Root) => selectDateEntries(state, parkId))
  const has = useSelector((state: Root) => selectHasOffers(state, parkId))
  const offers = useSelector((state: Root) => state.data.parkResults[parkId])
  const pictures = useSelector((state: Root) => state.data.extraData.byCode)
  const { fetching, error } = useRequest(parkResultsCall.idOf({ parkId }))
  const { book, busyUnit, messages } = useBooking(park, offers?.searchId)
  const arrival = arrivalOf(form)
  const selected = arrival && formatShort(arrival)
  const entry = entries.find(({ date }) => date === selected)
  const units = useMemo(() => filterUnits(entry?.units ?? [], accom), [entry, accom])
  // Dates whose units the filters leave nothing of are no alternatives.
  const filtersActive = hasAccomFilters(accom)
  const open = useMemo(
    () =>
      filtersActive ? entries.filter((one) => filterUnits(one.units, accom).length > 0) : entries,
    [entries, accom, filtersActive],
  )
  const alternatives = useMemo(
    () => flagCheapest(open.filter(({ date }) => date !== selected)),
    [open, selected],
  )
  const alternativesShown = showsAlternatives(open, selected)
  const guests = partySizeOf(form)
  const stay = `${plural(form.duration, 'night')}, ${plural(guests, 'guest')}${takesPets(form) ? ' and dogs' : ''}`

  const pick = (day: CalendarDate) => {
    const date = formatShort(day)
    dispatch(selectDate(day))
    dispatch(
      selectParkDate({ date, lowestPrice: entries.find((one) => one.date === date)?.lowestPrice }),
    )
  }

  return (
    <div id="prices" className="scroll-mt-40 pt-9">
      <h2 className="section-heading text-[30px]">Choose your dates</h2>
      <p className="mt-1 text-muted">Lowest price for {stay}</p>
      <LoadingError
        fetching={fetching || (!has && !error)}
        loaded={has}
        error={
          has
            ? undefined
            : loadErrorText(error, 'There was an error while loading. Please try again.')
        }
        onRetry={() => void dispatch(loadParkResults(parkId, Date.now))}
        skeleton={
          <div className="mt-4 flex flex-col gap-4">
            <Skeleton className="h-[86px] w-full" />
            <Skeleton className="mt-8 h-[220px] w-full rounded-card" />
            <Skeleton className="h-[220px] w-full rounded-card" />
          </div>
        }
      >
        <div className="mt-4">
          {entries.length > 0 ? (
            <ParkDates entries={entries} selected={arrival} onPick={pick} />
          ) : null}
        </div>
        {form.channelId === 'ukcaravan' && arrival ? <ParkRegions day={arrival} /> : null}
        <div className="mt-9 mb-4 flex flex-wrap items-end justify-between gap-4">
          <h2 className="display text-[30px]/9">
            <span role="status">
              {units.length > 0 && arrival
                ? `${plural(units.length, 'place')} to stay from ${shortDay(arrival)}`
                : 'Places to stay'}
            </span>
          </h2>
          <AccomFilters units={entry?.units ?? []} shown={units.length} />
        </div>
        {messages}
        {units.length > 0 ? (
          <ul className="flex flex-col gap-4">
            {units.map((unit) => (
              <UnitRow
                key={unit.unitId}
                unit={unit}
                guests={guests}
                image={pictures[unit.unitType]?.image}
                features={features}
                busy={busyUnit === unit.unitId}
                affiliate={park?.affiliate ? park.affiliateUrl : undefined}
                onBook={book}
              />
            ))}
          </ul>
        ) : (
          <>
            {alternativesShown && alternatives.length > 0 ? (
              <div className="mb-4">
                <AlternativeDates entries={alternatives} selected={arrival} onPick={pick} />
              </div>
            ) : null}
            <p role="status" className="card p-5 text-lead">
              {noUnitsText({
                dateSelected: selected !== undefined,
                alternativeExists: alternatives.length > 0,
                filtersActive,
              })}
            </p>
          </>
        )}
        <div className="mt-7 grid gap-6 lg:grid-cols-2">
          {units.length > 0 && alternativesShown && alternatives.length > 0 ? (
            <AlternativeDates entries={alternatives} selected={arrival} onPick={pick} />
          ) : null}
          <TalkItThrough />
        </div>
      </LoadingError>
    </div>
  )
}

/** The way out for those who would rather speak to somebody. */
function TalkItThrough() {
  const { telephone } = brand.socialMedia
  return (
    <section
      aria-labelledby="talk"
      className="flex flex-col justify-center rounded-card bg-sunk p-7"
    >
      <h2 id="talk" className="display text-h3">
        Rather talk it through?
      </h2>
      <p className="mt-1.5">Mon-Sat 9am-5pm, Sun 10am-4pm</p>
      <p className="mt-4">
        <ButtonLink
          variant="secondary"
          icon={PhoneIcon}
          href={`tel:${telephone.replaceAll(' ', '')}`}
        >
          {telephone}
        </ButtonLink>
      </p>
    </section>
  )
}
