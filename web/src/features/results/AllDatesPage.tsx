import { useMemo, useState } from 'react'
import { useSelector } from 'react-redux'
import { useNavigate } from 'react-router'
import { availabilityCall } from '../catalogue'
import { useRequest } from '../../api'
import {
  addDays,
  addMonths,
  firstOfMonth,
  monthName,
  monthOf,
  startOfWeek,
  toIso,
  type CalendarDate,
} from '../../rules/dates'
import { partySizeOf } from '../../rules/party'
import { plural } from '../../rules/plural'
import { searchToQuery, takesPets } from '../../rules/search-url'
import { Button, Skeleton } from '../../ui'
import { ChevronDownIcon } from '../../ui/icons'
import { Legend, NightsChips, SeasonStrip, WeekRows } from '../calendar'
import { Page } from '../page'
import { SearchBox } from '../search-box'
import {
  arrivalOf,
  selectArrivalRules,
  selectCriteria,
  selectForm,
  selectHasSlice,
  selectMonths,
  selectPriceCalendar,
  type SearchRoot,
} from '../search'
import { ResultsHeading, useResultsTitle } from './ResultsPage'
import { useSearchAddress } from './useSearchAddress'

/** Months in view; a press shows as many more. */
const MONTHS_SHOWN = 4

/** /results/all-dates: a region's season of prices by week; a day leads to its results. */
export function AllDatesPage() {
  const navigate = useNavigate()
  const form = useSelector(selectForm)
  const criteria = useSelector(selectCriteria)
  const calendar = useSelector(selectPriceCalendar)
  const rules = useSelector(selectArrivalRules)
  const months = useSelector(selectMonths)
  const title = useResultsTitle()
  const { channelId: channel, regionId: region, duration: nights } = form
  const loaded = useSelector((state: SearchRoot) =>
    selectHasSlice(state, { channel, region, nights }),
  )
  const { error } = useRequest(availabilityCall.idOf({ channel, region, nights }))
  useSearchAddress({ searches: false })
  const arrival = arrivalOf(form)
  const first = months[0] ?? monthOf(rules.today)
  const last = months.at(-1) ?? first
  const [start, setStart] = useState(() => startMonth(arrival, first, last))
  const [count, setCount] = useState(MONTHS_SHOWN)
  const prices = useMemo(() => new Map(calendar.map((entry) => [entry.date, entry])), [calendar])
  const end = later(addMonths(start, count - 1), last)
  const mondays = useMemo(
    () => weeksOf(start, end).filter((monday) => addDays(monday, 6) > rules.today),
    [start, end, rules.today],
  )
  const pick = (day: CalendarDate) =>
    void navigate(`/results?${searchToQuery({ ...criteria, arrivalDate: toIso(day) })}`)

  return (
    <Page title={title} path="/results/all-dates">
      <SearchBox />
      <div className="page-width pt-5 pb-11 lg:pt-7 lg:pb-16">
        <div className="grid gap-6 lg:grid-cols-2 lg:items-end lg:gap-14">
          <div className="min-w-0">
            <ResultsHeading
              title={title}
              texts={[
                '',
                `From price for ${plural(nights, 'night')}, ${plural(partySizeOf(form), 'guest')}${takesPets(form) ? ' + dogs' : ''}, by arrival day`,
              ]}
            />
            <div className="mt-4">
              {/* Which nights can be had comes with the prices. */}
              {loaded || error ? <NightsChips /> : <Skeleton className="h-11 w-full" />}
            </div>
          </div>
          <SeasonStrip
            calendar={calendar}
            firstDay={addDays(rules.today, 1)}
            month={start}
            monthsInFrame={count}
            onMonth={(month) => setStart(month < first ? first : later(month, last))}
            className="min-w-0"
          />
        </div>
        <div className="mt-5 min-h-[70dvh]">
          {calendar.length > 0 ? (
            <WeekRows
              mondays={mondays}
              prices={prices}
              rules={rules}
              arrival={arrival}
              nights={nights}
              onPick={pick}
            />
          ) : loaded || error ? (
            <p className="card p-5">
              No results. Please try adjusting your date, nights or location.
            </p>
          ) : (
            <div role="status">
              <span className="sr-only">Loading</span>
              <Skeleton className="h-[900px] w-full" />
            </div>
          )}
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-4">
          <Legend />
          {end < last ? (
            <Button variant="secondary" onClick={() => setCount(count + MONTHS_SHOWN)}>
              <span className="inline-flex items-center gap-2">
                Show {monthName(addMonths(end, 1))} to{' '}
                {monthName(later(addMonths(end, MONTHS_SHOWN), last))}
                <ChevronDownIcon size={18} aria-hidden="true" />
              </span>
            </Button>
          ) : null}
        </div>
      </div>
    </Page>
  )
}

function startMonth(arrival: CalendarDate | undefined, first: string, last: string): string {
  const month = arrival ? monthOf(arrival) : first
  return month < first ? first : later(month, last)
}

/** The month, but none after the last. */
function later(month: string, last: string): string {
  return month > last ? last : month
}

/** The Mondays of the weeks that the months touch. */
function weeksOf(first: string, last: string): CalendarDate[] {
  const mondays: CalendarDate[] = []
  const end = firstOfMonth(addMonths(last, 1))
  for (let monday = startOfWeek(firstOfMonth(first)); monday < end; monday = addDays(monday, 7))
    mondays.push(monday)
  return mondays
}
