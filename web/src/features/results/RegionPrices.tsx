import { useMemo, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { t } from '../../brands'
import { regionPriceList } from '../../rules/calendar'
import { addDays, formatShort, parseDate, startOfWeek, toIso } from '../../rules/dates'
import { plural } from '../../rules/plural'
import { cheapestPerRegion } from '../../rules/price-lookup'
import { inRegion } from '../../rules/search-url'
import { ButtonLink, Skeleton } from '../../ui'
import { selectRegionsOf, useDayText } from '../catalogue'
import { DateStrip, NightsChips } from '../calendar'
import { SceneCard } from '../page'
import { selectBeforeSaving } from '../promotion'
import {
  dateChosen,
  selectCriteria,
  selectRequestedStay,
  useSearchLinks,
  type SearchRoot,
} from '../search'
import { RegionTile } from './RegionTile'
import type { UkPrices } from './useUkPrices'

/** How many days the strip shows at least before and after the shown date, filled up to whole weeks. */
const STRIP_BEFORE = 10
const STRIP_AFTER = 32

/**
 * The cheapest price of each arrival date around the shown one. Shows nothing when the prices could
 * not be loaded.
 */
export function PriceStrip({ prices }: { prices: UkPrices }) {
  const dispatch = useAppDispatch()
  const { calendar, shown, byDateLoaded, error } = prices
  const days = useMemo(() => {
    const from = shown && startOfWeek(addDays(shown, -STRIP_BEFORE))
    const to = shown && addDays(startOfWeek(addDays(shown, STRIP_AFTER)), 6)
    return calendar.flatMap(({ date, price, cheapestInWeek }) => {
      const day = parseDate(date)
      return day && from && to && day >= from && day <= to ? [{ day, price, cheapestInWeek }] : []
    })
  }, [calendar, shown])
  if (!byDateLoaded) return error ? null : <Skeleton className="mt-4 h-[100px] w-full" />
  if (days.length === 0) return null
  return (
    <div className="mt-4">
      <DateStrip
        label="Arrival dates"
        days={days}
        selected={shown}
        onPick={(day) => dispatch(dateChosen(day))}
      />
    </div>
  )
}

/**
 * The regions that have a price for the shown date, cheapest first. Shows no regions when the
 * prices could not be loaded. The children wait for the prices; otherwise they would move when the
 * prices replace their skeletons.
 */
export function RegionPrices({
  prices,
  stay,
  children,
}: {
  prices: UkPrices
  /** Nights and party as text. */
  stay: string
  children: ReactNode
}) {
  const { requested, shown, byRegionLoaded, byDateLoaded, error, calendar } = prices
  const { shortDay } = useDayText()
  const beforeSaving = useSelector((state: SearchRoot) => selectBeforeSaving(state, 'ukcaravan'))
  // As tall as the skeleton, so that nothing below moves into view.
  if (error && !byRegionLoaded) return <div className="min-h-[70dvh]">{children}</div>
  if (byDateLoaded && calendar.length === 0) {
    return (
      <>
        <NoPricesAtAll stay={stay} />
        {children}
      </>
    )
  }
  return (
    <section aria-labelledby="regions-heading">
      <div className="mt-7 mb-3.5 flex flex-wrap items-end justify-between gap-x-5 gap-y-1.5">
        <h2 id="regions-heading" className="display text-h2">
          {shown ? `Regions from ${shortDay(shown)}` : 'Regions'}
        </h2>
        {/* On a phone two lines high, so that nothing moves when the longer text is shown. */}
        <p role="status" className="text-muted max-md:min-h-12 max-md:w-full">
          {requested && shown && shown !== requested
            ? `No holidays start on ${shortDay(requested)}. Here are prices from ${shortDay(shown)}.`
            : `Cheapest price for the whole stay${beforeSaving}`}
        </p>
      </div>
      {byRegionLoaded ? <Tiles prices={prices} /> : <TileSkeletons />}
      {byRegionLoaded ? children : null}
    </section>
  )
}

/** One tile for each region, with a link to its results on the shown date. */
function Tiles({ prices: { shown, minPrices } }: { prices: UkPrices }) {
  const { shortDay } = useDayText()
  const criteria = useSelector(selectCriteria)
  const { queryOf } = useSearchLinks()
  const stay = useSelector(selectRequestedStay)
  const regions = useSelector((state: SearchRoot) => selectRegionsOf(state, 'ukcaravan'))
  const date = shown ? formatShort(shown) : ''
  const list = useMemo(
    () => regionPriceList(cheapestPerRegion(minPrices, date, stay), regions),
    [minPrices, date, stay, regions],
  )
  return (
    <ul className="grid grid-cols-1 gap-2.5 md:grid-cols-2 md:gap-5 lg:grid-cols-3 xl:grid-cols-4">
      {list.map((entry, index) => (
        <li key={entry.id}>
          <RegionTile
            entry={entry}
            cheapest={index === 0}
            image={regions[entry.id]?.image}
            stay={[shown ? shortDay(shown) : '', plural(stay.nights, 'night')]}
            to={`/results?${queryOf({
              ...inRegion(criteria, entry.id),
              channelId: 'ukcaravan',
              arrivalDate: shown && toIso(shown),
            })}`}
          />
        </li>
      ))}
    </ul>
  )
}

/** Shown when no region has a price for the nights and the party on any date. */
function NoPricesAtAll({ stay }: { stay: string }) {
  const phone = t('support.phone')
  return (
    <section aria-label="No prices" className="mt-7">
      <SceneCard>
        <h2 className="display text-h3">{`We have no prices for ${stay}`}</h2>
        <p className="mt-1.5 mb-4 text-muted">
          Another number of nights or a smaller party may help.
        </p>
        <NightsChips wrap />
        <p className="mt-5 flex flex-wrap gap-3">
          <ButtonLink variant="secondary" href="/region/ukcaravan">
            Browse by region
          </ButtonLink>
          <ButtonLink variant="secondary" href={`tel:${phone}`}>
            Ring us on {phone}
          </ButtonLink>
        </p>
      </SceneCard>
    </section>
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
