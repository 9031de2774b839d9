import { useMemo, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import {
  addDays,
  addMonths,
  firstOfMonth,
  formatMonth,
  monthOf,
  type CalendarDate,
} from '../../rules/dates'
import { shortDay } from '../../rules/day-text'
import { plural } from '../../rules/plural'
import { Button, IconButton, PriceText } from '../../ui'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons'
import { selectToday } from '../catalogue'
import {
  arrivalOf,
  selectArrivalPrice,
  selectArrivalRules,
  selectDate,
  selectForm,
  selectMonth,
  selectMonths,
  selectPlaceLabel,
  selectPriceCalendar,
} from '../search'
import { Legend } from './Legend'
import { MonthGrid } from './MonthGrid'
import { NightsChips } from './NightsChips'
import { SeasonStrip } from './SeasonStrip'

/**
 * The arrival calendar of the search box: durations, the year's prices, one
 * month (a phone) or two, and what is chosen. A picked day is applied at once.
 */
export default function PriceCalendar({
  wide,
  onPicked,
  onDone,
}: {
  /** Two months beside each other, as from lg. */
  wide: boolean
  onPicked: () => void
  /** The phone's button: what is chosen stays. */
  onDone: () => void
}) {
  const dispatch = useDispatch()
  const form = useSelector(selectForm)
  const months = useSelector(selectMonths)
  const calendar = useSelector(selectPriceCalendar)
  const rules = useSelector(selectArrivalRules)
  const today = useSelector(selectToday)
  const arrival = arrivalOf(form)
  const [moved, setMoved] = useState(false)
  const firstDay = addDays(today, 1)
  const [focusDay, setFocusDay] = useState<CalendarDate>(arrival ?? firstDay)
  const prices = useMemo(() => new Map(calendar.map((entry) => [entry.date, entry])), [calendar])

  const inFrame = wide ? 2 : 1
  const first = months[0] ?? monthOf(firstDay)
  const last = months.at(-1) ?? first
  const latestStart = wide && months.length > 1 ? addMonths(last, -1) : last
  const asked = form.month ?? monthOf(arrival ?? firstDay)
  const month = asked < first ? first : asked > latestStart ? latestStart : asked
  const show = (to: string) => {
    setMoved(false)
    dispatch(selectMonth(to < first ? first : to > latestStart ? latestStart : to))
  }

  const shown = {
    prices,
    rules,
    arrival,
    nights: form.duration,
    marked: form.channelId === 'ukcottages' ? form.cottageDates : undefined,
    focusDay: inView(focusDay, month, inFrame) ? focusDay : firstOfMonth(month),
    onFocusDay: (day: CalendarDate) => {
      const to = monthOf(day)
      if (to < first || to > last) return
      setMoved(true)
      setFocusDay(day)
      if (!inView(day, month, inFrame)) dispatch(selectMonth(to > latestStart ? latestStart : to))
    },
    onPick: (day: CalendarDate) => {
      const before = month
      setMoved(false)
      setFocusDay(day)
      dispatch(selectDate(day))
      dispatch(selectMonth(before))
      onPicked()
    },
  }

  return (
    <div className="flex flex-col">
      <div className="grid gap-5 lg:grid-cols-2 lg:items-end lg:gap-14 lg:border-b lg:border-line lg:pb-5">
        <div className="min-w-0">
          <p className="mb-2 font-bold">Staying for how long?</p>
          <NightsChips />
        </div>
        <SeasonStrip
          calendar={calendar}
          firstDay={firstDay}
          month={month}
          monthsInFrame={inFrame}
          onMonth={show}
          aside={wide ? plural(form.duration, 'night') : undefined}
          className="min-w-0"
        />
      </div>
      <div className="relative mt-5 grid gap-14 lg:grid-cols-2">
        <IconButton
          icon={ChevronLeftIcon}
          label="Previous month"
          aria-disabled={month <= first || undefined}
          onClick={() => show(addMonths(month, -1))}
          className="absolute top-0 left-0"
        />
        <IconButton
          icon={ChevronRightIcon}
          label="Next month"
          aria-disabled={month >= latestStart || undefined}
          onClick={() => show(addMonths(month, 1))}
          className="absolute top-0 right-0"
        />
        {Array.from({ length: inFrame }, (_, index) => addMonths(month, index)).map((one) => (
          <div key={one}>
            <h3
              aria-live="polite"
              className="mb-2 flex h-11 items-center justify-center text-[22px] font-bold"
            >
              {formatMonth(one)}
            </h3>
            <MonthGrid month={one} shown={shown} moved={moved} />
          </div>
        ))}
      </div>
      <Foot wide={wide} onDone={onDone} />
    </div>
  )
}

function Foot({ wide, onDone }: { wide: boolean; onDone: () => void }) {
  const form = useSelector(selectForm)
  const place = useSelector(selectPlaceLabel)
  const price = useSelector(selectArrivalPrice)
  const arrival = arrivalOf(form)
  return (
    <>
      <div className="lg:mt-4 lg:border-t lg:border-line">
        <Legend />
      </div>
      <div className="sticky -bottom-7 -mx-4 -mb-7 border-t border-line bg-surface px-4 py-3 lg:static lg:m-0 lg:-mt-12 lg:border-0 lg:p-0">
        <div className="flex items-center justify-between gap-4 lg:justify-end">
          <div className="lg:text-right">
            <p className="font-bold">
              {arrival
                ? `${shortDay(arrival)} to ${shortDay(addDays(arrival, form.duration))}`
                : 'Any date'}
            </p>
            <p className="text-small text-muted">
              {plural(form.duration, 'night')}, {place}
            </p>
          </div>
          {price === undefined ? null : (
            <span className="flex items-baseline gap-1.5 text-right max-lg:flex-col max-lg:items-end max-lg:gap-0">
              <span className="text-small text-muted">From</span>
              <PriceText amount={price} roundUp size="sm" />
            </span>
          )}
        </div>
        {wide ? null : (
          <Button size="lg" fullWidth className="mt-3" onClick={onDone}>
            {arrival ? `Choose ${shortDay(arrival)}` : 'Choose any date'}
          </Button>
        )}
      </div>
    </>
  )
}

function inView(day: CalendarDate, month: string, count: number): boolean {
  const of = monthOf(day)
  return of >= month && of < addMonths(month, count)
}
