import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Link, Navigate } from 'react-router'
import { regionPriceList, type RegionPriceEntry } from '../../rules/calendar'
import { addDays, formatShort, parseDate } from '../../rules/dates'
import { shortDay } from '../../rules/day-text'
import { partySizeOf } from '../../rules/party'
import { plural } from '../../rules/plural'
import { ALL_REGIONS, cheapestPerRegion } from '../../rules/price-lookup'
import { searchToQuery, takesPets } from '../../rules/search-url'
import { Button, LoadingError, PriceText, Skeleton, Tag } from '../../ui'
import { selectAvailability, selectRegionsOf, selectToday } from '../catalogue'
import { DateStrip } from '../calendar'
import { Page } from '../page'
import { SearchBox } from '../search-box'
import {
  arrivalOf,
  searchKey,
  selectCriteria,
  selectDate,
  selectForm,
  selectHasSlice,
  selectPriceCalendar,
  selectResultsState,
  selectSearchPath,
  selectStayAsked,
  startSearch,
  type SearchRoot,
} from '../search'
import { ResultsHeading } from './ResultsPage'
import { Results } from './Results'
import { usePrices } from './usePrices'
import { useSearchAddress } from './useSearchAddress'

/** Days of the strip before and after the chosen one. */
const STRIP_BEFORE = 10
const STRIP_AFTER = 32

/** /results/all-regions: the UK regions with their cheapest price for the date; all parks on request. */
export function AllRegionsPage() {
  const dispatch = useDispatch<ThunkDispatch<SearchRoot, unknown, UnknownAction>>()
  const form = useSelector(selectForm)
  const path = useSelector(selectSearchPath)
  const [showsAll, setShowsAll] = useState(false)
  const madeKey = useSelector((state: SearchRoot) => {
    const made = selectResultsState(state).params
    return made && searchKey(made)
  })
  const key = useSelector((state: SearchRoot) => searchKey(selectCriteria(state)))
  const [place] = useState(form.channelId)
  const strip = useStripSlice()
  const tiles = useTilesSlice()
  const prices = usePrices([strip, tiles])
  useSearchAddress({ searches: false })

  // The list of all parks follows the form once it has been asked for.
  useEffect(() => {
    if (showsAll && madeKey !== undefined && madeKey !== key && form.regionId === ALL_REGIONS) {
      void dispatch(startSearch({ keepResults: true }))
    }
  }, [dispatch, showsAll, madeKey, key, form.regionId])

  if (form.channelId !== 'ukcaravan' && place !== 'ukcaravan') return <Navigate to={path} replace />
  const dogs = takesPets(form) ? ' + dogs' : ''
  return (
    <Page title="Holidays in the UK" path="/results/all-regions">
      <SearchBox />
      <div className="page-width pt-5 pb-11 lg:pt-7 lg:pb-16">
        <ResultsHeading
          title="Holidays in the UK"
          texts={[
            '',
            `${plural(form.duration, 'night')}, ${plural(partySizeOf(form), 'guest')}${dogs}`,
          ]}
        />
        {prices.error === undefined ? null : (
          <div className="mt-4">
            <LoadingError fetching={false} error={prices.error} onRetry={prices.retry} />
          </div>
        )}
        <PriceStrip failed={prices.error !== undefined} />
        <RegionTiles failed={prices.error !== undefined}>
          {showsAll ? null : (
            <div className="mt-7 text-center">
              <Button
                size="lg"
                onClick={() => {
                  setShowsAll(true)
                  void dispatch(startSearch())
                }}
              >
                Show all holidays in the UK
              </Button>
            </div>
          )}
        </RegionTiles>
        {showsAll ? (
          <section className="mt-11" aria-label="All holidays in the UK">
            <Results
              renderHeading={([found = '', dates = '', hidden = '']) => (
                <div>
                  <h2 className="display text-h2">All holidays in the UK</h2>
                  <p role="status" className="mt-1.5 min-h-6 text-muted">
                    <b className="text-ink">{found}</b> {dates} {hidden}
                  </p>
                </div>
              )}
            />
          </section>
        ) : null}
      </div>
    </Page>
  )
}

/** The prices of the strip: those of the form's place on every date. */
function useStripSlice() {
  const { channelId: channel, regionId: region, duration: nights } = useSelector(selectForm)
  return { channel, region, nights }
}

/** The prices of the tiles: those of every region on the chosen date. */
function useTilesSlice() {
  const form = useSelector(selectForm)
  const today = useSelector(selectToday)
  const date = formatShort(arrivalOf(form) ?? addDays(today, 1))
  return { channel: 'ukcaravan', date, nights: form.duration }
}

/** The cheapest price of each arrival date round the chosen one; nothing where they could not be had. */
function PriceStrip({ failed }: { failed: boolean }) {
  const dispatch = useDispatch()
  const calendar = useSelector(selectPriceCalendar)
  const form = useSelector(selectForm)
  const arrival = arrivalOf(form)
  const days = useMemo(() => {
    const from = arrival && addDays(arrival, -STRIP_BEFORE)
    const to = arrival && addDays(arrival, STRIP_AFTER)
    return calendar.flatMap(({ date, price, cheapestInWeek }) => {
      const day = parseDate(date)
      return day && from && to && day >= from && day <= to ? [{ day, price, cheapestInWeek }] : []
    })
  }, [calendar, arrival])
  const slice = useStripSlice()
  const loaded = useSelector((state: SearchRoot) => selectHasSlice(state, slice))
  if (!loaded) return failed ? null : <Skeleton className="mt-4 h-[86px] w-full" />
  if (days.length === 0) {
    return (
      <p className="mt-4 flex h-[86px] items-center text-muted">
        There are no prices round this date for {plural(form.duration, 'night')}.
      </p>
    )
  }
  return (
    <div className="mt-4">
      <DateStrip
        label="Arrival dates"
        days={days}
        selected={arrival}
        onPick={(day) => dispatch(selectDate(day))}
      />
    </div>
  )
}

/**
 * The regions that have a price for the date, cheapest first; nothing of them
 * where the prices could not be had. What follows them comes with them: it
 * would move when they take the place of their shapes.
 */
function RegionTiles({ failed, children }: { failed: boolean; children: ReactNode }) {
  const criteria = useSelector(selectCriteria)
  const arrival = arrivalOf(useSelector(selectForm))
  const asked = useSelector(selectStayAsked)
  const { minPrices } = useSelector((state: SearchRoot) => selectAvailability(state, 'ukcaravan'))
  const regions = useSelector((state: SearchRoot) => selectRegionsOf(state, 'ukcaravan'))
  const slice = useTilesSlice()
  const { date, nights } = slice
  const loaded = useSelector((state: SearchRoot) => selectHasSlice(state, slice))

  const list = useMemo(
    () => regionPriceList(cheapestPerRegion(minPrices, date, asked), regions),
    [minPrices, date, asked, regions],
  )
  // As tall as what loads, so that nothing comes up into view.
  if (failed && !loaded) return <div className="min-h-[70dvh]">{children}</div>
  return (
    <section aria-labelledby="regions-heading">
      <div className="mt-7 mb-3.5 flex flex-wrap items-end justify-between gap-2">
        <h2 id="regions-heading" className="display text-[26px]/8 lg:text-[28px]">
          {arrival ? `Regions from ${shortDay(arrival)}` : 'Regions'}
        </h2>
        <p className="hidden text-small text-muted md:block">Cheapest price for the whole stay</p>
      </div>
      {loaded && list.length > 0 ? (
        <ul className="grid grid-cols-1 gap-2.5 md:grid-cols-2 md:gap-5 lg:grid-cols-3 xl:grid-cols-4">
          {list.map((entry, index) => (
            <li key={entry.id}>
              <RegionTile
                entry={entry}
                cheapest={index === 0}
                image={regions[entry.id]?.image}
                stay={[shortDay(parseDate(date) ?? ''), plural(nights, 'night')]}
                to={`/results?${searchToQuery({ ...criteria, channelId: 'ukcaravan', regionId: entry.id, parkId: undefined })}`}
              />
            </li>
          ))}
        </ul>
      ) : loaded ? (
        <p className="min-h-[50dvh] text-muted">
          No prices for this date. Please try another date or number of nights.
        </p>
      ) : (
        <TileSkeletons />
      )}
      {loaded ? children : null}
    </section>
  )
}

/** A poster from md, a row on a phone. */
function RegionTile({
  entry,
  cheapest,
  image,
  stay,
  to,
}: {
  entry: RegionPriceEntry
  cheapest: boolean
  image: string | undefined
  stay: [string, string]
  to: string
}) {
  return (
    <Link
      to={to}
      className="card group flex h-full gap-3 p-2 hover:border-ink md:flex-col md:gap-0 md:p-[9px]"
    >
      <img
        src={image || `/images/regions/${entry.id}.svg`}
        alt=""
        width={500}
        height={400}
        loading="lazy"
        className="h-[84px] w-[92px] max-[359px]:w-[64px] rounded-[3px] bg-skeleton object-cover md:aspect-5/4 md:h-auto md:w-full"
      />
      <span className="flex min-w-0 flex-1 items-center gap-3 md:flex-col md:items-stretch md:gap-0 md:px-1 md:pb-1">
        <span className="min-w-0 flex-1 md:pt-2.5">
          <span className="poster-title block text-balance max-md:text-left max-md:text-[17px]/6 max-md:tracking-[0.08em] max-[359px]:text-[15px]/5 max-[359px]:tracking-normal group-hover:underline">
            {entry.name}
          </span>
          <span className="line-clamp-2 text-[15px]/6 text-muted md:[text-align:var(--poster-align)]">
            {entry.desc || ' '}
          </span>
        </span>
        <span className="flex items-end justify-between gap-3 md:mt-2.5 md:border-t md:border-line md:pt-2.5">
          <span className="hidden text-[14px]/5 text-muted md:block">
            {stay[0]}
            <span className="block">{stay[1]}</span>
          </span>
          <span className="flex flex-col items-end gap-x-2 md:flex-row md:items-center">
            {cheapest ? (
              <Tag kind="cheapest">Cheapest</Tag>
            ) : (
              <span className="text-small text-muted">From</span>
            )}
            <PriceText amount={entry.price} roundUp size="sm" />
          </span>
        </span>
      </span>
    </Link>
  )
}

function TileSkeletons() {
  return (
    <div
      role="status"
      className="grid gap-2.5 md:grid-cols-2 md:gap-5 lg:grid-cols-3 xl:grid-cols-4"
    >
      <span className="sr-only">Loading</span>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-[102px] md:h-[360px]" />
      ))}
    </div>
  )
}
