import { useMemo, useState } from 'react'
import { useSelector } from 'react-redux'
import { useNavigate } from '../../router'
import {
  addDays,
  addMonths,
  addWeeks,
  firstOfMonth,
  monthName,
  monthOf,
  startOfWeek,
  toIso,
  type CalendarDate,
  type CalendarMonth,
} from '../../rules/dates'
import { noOfferText } from '../../rules/promotion'
import { partySizeOf } from '../../rules/party'
import { plural } from '../../rules/plural'
import { takesPets } from '../../rules/search-url'
import { Button, classes, LazyPart, LoadingError, Skeleton } from '../../ui'
import { ChevronDownIcon } from '../../ui/icons'
import { selectAvailability } from '../catalogue'
import { Legend, NightsChips, SeasonStrip, WeekRows } from '../calendar'
import { Page } from '../page'
import { SearchBox } from '../search-box'
import {
  arrivalOf,
  selectArrivalRules,
  selectCriteria,
  selectForm,
  selectMonths,
  selectOffersNeverMeet,
  selectPriceCalendar,
  sliceOf,
  usePrices,
  type PricesState,
  type SearchRoot,
  useSearchLinks,
} from '../search'
import { LOAD_ERROR } from './load-error'
import { SearchByMonth } from './lazy-list'
import { BehindGate, ResultsHeading, useResultsTitle } from './ResultsFrame'
import { useSearchAddress } from './useSearchAddress'

/** How many months are shown at first, and added by the button below them. */
const MONTHS_SHOWN = 4

/**
 * /results/all-dates: a region's prices for the season by week. Each day links to its results. A
 * channel without cached prices is searched instead.
 */
export function AllDatesPage() {
  return (
    <BehindGate path="/results/all-dates">
      <AllDates />
    </BehindGate>
  )
}

function AllDates() {
  const title = useResultsTitle()
  const form = useSelector(selectForm)
  const prices = usePrices([sliceOf(form)], LOAD_ERROR)
  const hasPrices = useSelector(
    (state: SearchRoot) => selectAvailability(state, form.channelId).months.length > 0,
  )
  return (
    <Page title={title} path="/results/all-dates">
      <SearchBox />
      <div className="page-width pt-5 pb-section lg:pt-7">
        {prices.loaded && !hasPrices ? (
          <LazyPart wanted loading={<Season title={title} prices={{ ...prices, loaded: false }} />}>
            <SearchByMonth />
          </LazyPart>
        ) : (
          <Season title={title} prices={prices} />
        )}
      </div>
    </Page>
  )
}

/** The prices of the season, in each state of loading. */
function Season({ title, prices }: { title: string; prices: PricesState }) {
  const form = useSelector(selectForm)
  const nights = plural(form.duration, 'night')
  const guests = plural(partySizeOf(form), 'guest') + (takesPets(form) ? ' + dogs' : '')
  useSearchAddress({ searches: false })
  const season = useSeason()
  const neverOnOffer = useSelector(selectOffersNeverMeet)
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-2 lg:items-end lg:gap-14">
        <div className="min-w-0">
          <ResultsHeading
            toggle={false}
            title={title}
            texts={['', `From price for ${nights}, ${guests}, by arrival day`]}
          />
          <div className="mt-4">
            {/* The available nights are only known with the prices. */}
            {prices.loaded || prices.error ? <NightsChips /> : <Skeleton className="h-11 w-full" />}
          </div>
        </div>
        <SeasonStrip
          calendar={prices.error ? [] : season.calendar}
          firstDay={season.firstDay}
          month={season.start}
          monthsInFrame={season.count}
          onMonth={season.showFrom}
          className="min-w-0"
        />
      </div>
      {/* On a phone an error has the height of the strip, so that nothing moves up. */}
      <div
        className={classes(
          'mt-5 min-h-[70dvh]',
          prices.error && 'max-lg:*:relative max-lg:*:-top-[calc(var(--season-strip)+20px)]',
        )}
      >
        <LoadingError
          fetching={!prices.loaded}
          loaded={season.calendar.length > 0}
          error={prices.error}
          onRetry={prices.retry}
          skeleton={<Skeleton className="h-[900px] w-full" />}
        >
          {season.calendar.length > 0 ? (
            <SeasonWeeks season={season} />
          ) : (
            <p className="card p-card">
              {neverOnOffer
                ? noOfferText(form.duration)
                : 'No results. Please try adjusting your date, nights or location.'}
            </p>
          )}
        </LoadingError>
      </div>
    </>
  )
}

/** The shown months and their prices. */
function useSeason() {
  const arrival = arrivalOf(useSelector(selectForm))
  const calendar = useSelector(selectPriceCalendar)
  const { today } = useSelector(selectArrivalRules)
  const months = useSelector(selectMonths)
  const first = months[0] ?? monthOf(today)
  const last = months.at(-1) ?? first
  const [start, setStart] = useState(() => startMonth(arrival, first, last))
  const [count, setCount] = useState(MONTHS_SHOWN)
  const end = atMost(addMonths(start, count - 1), last)
  return {
    calendar,
    firstDay: addDays(today, 1),
    start,
    count,
    end,
    /** The first and last month that the button would add; undefined at the end of the season. */
    next:
      end < last
        ? ([addMonths(end, 1), atMost(addMonths(end, MONTHS_SHOWN), last)] as const)
        : undefined,
    showFrom: (month: CalendarMonth) => setStart(month < first ? first : atMost(month, last)),
    showMore: () => setCount(count + MONTHS_SHOWN),
  }
}

function SeasonWeeks({ season }: { season: ReturnType<typeof useSeason> }) {
  const navigate = useNavigate()
  const form = useSelector(selectForm)
  const criteria = useSelector(selectCriteria)
  const { queryOf } = useSearchLinks()
  const rules = useSelector(selectArrivalRules)
  const { calendar, start, end, next } = season
  const prices = useMemo(() => new Map(calendar.map((entry) => [entry.date, entry])), [calendar])
  const mondays = useMemo(
    () => weeksOf(start, end).filter((monday) => addDays(monday, 6) > rules.today),
    [start, end, rules.today],
  )
  const pick = (day: CalendarDate) =>
    navigate(`/results?${queryOf({ ...criteria, arrivalDate: toIso(day) })}`)
  return (
    <>
      <WeekRows
        mondays={mondays}
        prices={prices}
        rules={rules}
        arrival={arrivalOf(form)}
        nights={form.duration}
        onPick={pick}
      />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        <Legend />
        {next ? (
          <Button variant="secondary" onClick={season.showMore}>
            <span className="inline-flex items-center gap-2">
              <span>{`Show ${monthName(next[0])} to ${monthName(next[1])}`}</span>
              <ChevronDownIcon size={18} aria-hidden="true" />
            </span>
          </Button>
        ) : null}
      </div>
    </>
  )
}

function startMonth(arrival: CalendarDate | undefined, first: string, last: string): string {
  const month = arrival ? monthOf(arrival) : first
  return month < first ? first : atMost(month, last)
}

/** The month, or `last` if that is earlier. */
function atMost(month: string, last: string): string {
  return month > last ? last : month
}

/** The Mondays of all weeks with days in these months. */
function weeksOf(first: string, last: string): CalendarDate[] {
  const mondays: CalendarDate[] = []
  const end = firstOfMonth(addMonths(last, 1))
  for (let monday = startOfWeek(firstOfMonth(first)); monday < end; monday = addWeeks(monday, 1))
    mondays.push(monday)
  return mondays
}
