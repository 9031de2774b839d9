import { useDeferredValue, useMemo, useState } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { nearestPickableDay } from '../../rules/calendar'
import {
  addDays,
  addMonths,
  firstOfMonth,
  formatMonth,
  monthOf,
  type CalendarDate,
  type CalendarMonth,
} from '../../rules/dates'
import { plural } from '../../rules/plural'
import { searchToQuery } from '../../rules/search-url'
import { whenText } from '../../rules/when'
import { Button, IconButton, PriceText } from '../../ui'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons'
import { selectToday, useDayText } from '../catalogue'
import {
  arrivalOf,
  selectArrivalPrice,
  selectArrivalRules,
  selectCriteria,
  dateChosen,
  selectForm,
  monthChosen,
  selectMonths,
  selectPlaceLabel,
  selectPriceCalendar,
} from '../search'
import { FlexibleDates } from './FlexibleDates'
import { Legend } from './Legend'
import { MonthGrid, type CalendarProps } from './MonthGrid'
import { NightsChips } from './NightsChips'
import { SeasonLink } from './SeasonLink'
import { SeasonStrip } from './SeasonStrip'

/**
 * The arrival calendar of the search box: durations, the prices of the year, one month (on a phone)
 * or two, and the current choice. A chosen day is applied at once.
 */
export default function PriceCalendar({
  wide,
  onPicked,
  onDone,
}: {
  /** Shows two months side by side, from the breakpoint lg on. */
  wide: boolean
  onPicked: () => void
  /** Closes the calendar and keeps the choice: the button on a phone. */
  onDone: () => void
}) {
  const { range, shown, show, prices } = useMonths(wide, onPicked)
  const form = useSelector(selectForm)
  const criteria = useSelector(selectCriteria)
  return (
    <div className="flex flex-col">
      <div className="grid gap-5 lg:grid-cols-2 lg:items-end lg:gap-14 lg:border-b lg:border-line lg:pb-5 short:min-h-[176px] short:pb-2">
        <div className="min-w-0 short:grid short:grid-cols-2 short:gap-6 short:self-start">
          <div className="min-w-0">
            <p className="mb-2 font-bold">Staying for how long?</p>
            <NightsChips />
          </div>
          <FlexibleDates />
        </div>
        <div className="min-w-0">
          <SeasonStrip
            calendar={prices}
            firstDay={range.firstDay}
            month={range.month}
            monthsInFrame={range.count}
            onMonth={show}
            aside={wide ? plural(form.duration, 'night') : undefined}
          />
          <SeasonLink query={searchToQuery(criteria)} onFollow={onDone} />
        </div>
      </div>
      <Months range={range} shown={shown} onMonth={show} />
      <Foot wide={wide} onPick={shown.onPick} onDone={onDone} />
    </div>
  )
}

/** The months of an open calendar: those that can be shown and those that are. */
interface MonthRange {
  /** Tomorrow: the earliest arrival day. */
  firstDay: CalendarDate
  first: CalendarMonth
  last: CalendarMonth
  /** The latest month that can be the first one shown. */
  latestStart: CalendarMonth
  /** The first month shown. */
  month: CalendarMonth
  /** How many months are shown side by side. */
  count: number
}

function useMonthRange(wide: boolean): MonthRange {
  const months = useSelector(selectMonths)
  const today = useSelector(selectToday)
  const form = useSelector(selectForm)
  const firstDay = addDays(today, 1)
  const first = months[0] ?? monthOf(firstDay)
  const last = months.at(-1) ?? first
  const latestStart = wide && months.length > 1 ? addMonths(last, -1) : last
  const requested = form.month ?? monthOf(arrivalOf(form) ?? firstDay)
  const month = clampMonth(requested, first, latestStart)
  return { firstDay, first, last, latestStart, month, count: wide ? 2 : 1 }
}

/** The state of the calendar's months, and the handlers for presses and keys. */
function useMonths(wide: boolean, onPicked: () => void) {
  const dispatch = useAppDispatch()
  const form = useSelector(selectForm)
  const calendar = useSelector(selectPriceCalendar)
  const rules = useSelector(selectArrivalRules)
  const range = useMonthRange(wide)
  const { first, last, latestStart, month, count } = range
  const arrival = arrivalOf(form)
  /** Whether the keyboard moved the focus. */
  const [focusMoved, setFocusMoved] = useState(false)
  const [focusDay, setFocusDay] = useState<CalendarDate>(arrival ?? range.firstDay)
  const prices = useMemo(() => new Map(calendar.map((entry) => [entry.date, entry])), [calendar])

  const show = (to: CalendarMonth) => {
    setFocusMoved(false)
    dispatch(monthChosen(clampMonth(to, first, latestStart)))
  }
  const shown: CalendarProps = {
    prices,
    rules,
    // Flexible dates have no arrival day to mark.
    arrival: form.when ? undefined : arrival,
    nights: form.duration,
    marked: form.channelId === 'ukcottages' ? form.cottageDates : undefined,
    focusDay: inView(focusDay, month, count) ? focusDay : firstOfMonth(month),
    focusMoved,
    onFocusDay: (day) => {
      const to = monthOf(day)
      if (to < first || to > last) return
      setFocusMoved(true)
      setFocusDay(day)
      if (!inView(day, month, count)) dispatch(monthChosen(clampMonth(to, first, latestStart)))
    },
    onPick: (day) => {
      setFocusMoved(false)
      setFocusDay(day)
      dispatch(dateChosen(day))
      // The shown month stays, whatever the month of the day is.
      dispatch(monthChosen(month))
      onPicked()
    },
  }
  return { range, shown, show, prices: calendar }
}

/** The shown months, with the buttons to earlier and later ones. */
function Months({
  range: { first, latestStart, month, count },
  shown,
  onMonth,
}: {
  range: MonthRange
  shown: CalendarProps
  onMonth: (month: CalendarMonth) => void
}) {
  // The grids are rendered after their headings, so that a press on a button is painted first.
  const deferredMonth = useDeferredValue(month)
  return (
    <div className="relative mt-5 grid gap-14 lg:grid-cols-2 short:mt-2">
      <IconButton
        icon={ChevronLeftIcon}
        label="Previous month"
        aria-disabled={month <= first || undefined}
        onClick={() => onMonth(addMonths(month, -1))}
        className="absolute top-0 left-0"
      />
      <IconButton
        icon={ChevronRightIcon}
        label="Next month"
        aria-disabled={month >= latestStart || undefined}
        onClick={() => onMonth(addMonths(month, 1))}
        className="absolute top-0 right-0"
      />
      {Array.from({ length: count }, (_, index) => addMonths(month, index)).map((one, index) => (
        // The key is the position: a live heading must be changed, not replaced, when another month
        // is shown.
        <div key={index}>
          <h3
            aria-live="polite"
            className="mb-2 flex min-h-11 items-center justify-center text-h3 font-bold short:mb-0"
          >
            {formatMonth(one)}
          </h3>
          <MonthGrid month={addMonths(deferredMonth, index)} shown={shown} />
        </div>
      ))}
    </div>
  )
}

/** The current choice, and on a phone the button that closes the calendar. */
function Foot({
  wide,
  onPick,
  onDone,
}: {
  wide: boolean
  onPick: (day: CalendarDate) => void
  onDone: () => void
}) {
  const form = useSelector(selectForm)
  const place = useSelector(selectPlaceLabel)
  const { shortDay } = useDayText()
  const price = useSelector(selectArrivalPrice)
  const calendar = useSelector(selectPriceCalendar)
  const rules = useSelector(selectArrivalRules)
  const arrival = arrivalOf(form)
  const choice = whenText(form.when)
  /** The chosen day if no holiday starts on it. The button then offers the nearest possible day. */
  const unavailableDay = choice || form.isArrivalDateAvailable ? undefined : arrival
  const nearest = unavailableDay && nearestPickableDay(calendar, rules, unavailableDay)
  const offered = nearest ?? arrival
  return (
    // From lg on the whole footer stays visible; on a phone only the choice does, above the legend.
    <div className="max-lg:contents lg:sticky lg:bottom-0 lg:-mx-7 lg:mt-4 lg:flex lg:items-center lg:justify-between lg:gap-5 lg:border-t lg:border-line lg:bg-surface lg:px-7 lg:py-3">
      <Legend />
      <div className="max-lg:sticky max-lg:-bottom-7 max-lg:-mx-4 max-lg:-mb-7 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3">
        <div className="flex items-center justify-between gap-4 lg:justify-end">
          <div className="lg:text-right">
            <p aria-live="polite" className="font-bold">
              {unavailableDay
                ? `No holidays start on ${shortDay(unavailableDay)}`
                : (choice ??
                  (arrival
                    ? `${shortDay(arrival)} to ${shortDay(addDays(arrival, form.duration))}`
                    : 'Any date'))}
            </p>
            <p className="text-small text-muted">{`${plural(form.duration, 'night')}, ${place}`}</p>
          </div>
          {price === undefined || choice ? null : (
            <span className="flex items-baseline gap-1.5 text-right max-lg:flex-col max-lg:items-end max-lg:gap-0">
              <span className="text-small text-muted">From</span>
              <PriceText amount={price} roundUp size="sm" />
            </span>
          )}
        </div>
        {wide ? null : (
          <Button
            size="lg"
            fullWidth
            className="mt-3"
            onClick={() => {
              if (nearest) onPick(nearest)
              onDone()
            }}
          >
            {unavailableDay && !nearest
              ? 'Done'
              : `Choose ${choice?.replace(/^Any/, 'any') ?? (offered ? shortDay(offered) : 'any date')}`}
          </Button>
        )}
      </div>
    </div>
  )
}

function clampMonth(
  month: CalendarMonth,
  first: CalendarMonth,
  last: CalendarMonth,
): CalendarMonth {
  return month < first ? first : month > last ? last : month
}

function inView(day: CalendarDate, month: string, count: number): boolean {
  const dayMonth = monthOf(day)
  return dayMonth >= month && dayMonth < addMonths(month, count)
}
