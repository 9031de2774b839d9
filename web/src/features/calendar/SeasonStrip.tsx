import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { weekPrices, type PriceCalendarEntry } from '../../rules/calendar'
import {
  addDays,
  dayNumber,
  dayOf,
  firstOfMonth,
  monthName,
  monthOf,
  startOfWeek,
  type CalendarDate,
  type CalendarMonth,
} from '../../rules/dates'
import { formatMoneyUp } from '../../rules/money'
import { classes } from '../../ui'
import { priceColour } from './price-colour'

const WEEKS = 52
const BAR_MIN = 12
const BAR_MAX = 58

interface WeekBar {
  monday: CalendarDate
  /** Pounds; undefined for a week without arrivals. */
  price: number | undefined
}

/**
 * A year of prices, a bar a week: height and colour both mean the price. The
 * frame marks the months shown; it is moved by dragging, by a tap and by the
 * arrow keys, a month a step.
 */
export function SeasonStrip({
  calendar,
  firstDay,
  month,
  monthsInFrame,
  onMonth,
  aside,
  className,
}: {
  calendar: readonly PriceCalendarEntry[]
  firstDay: CalendarDate
  /** The first month shown. */
  month: CalendarMonth
  monthsInFrame: number
  onMonth: (month: CalendarMonth) => void
  /** What the prices are of: '4 nights'. */
  aside?: string
  className?: string
}) {
  const track = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number>()
  const bars = useMemo(() => weekBars(calendar, firstDay), [calendar, firstDay])
  const priced = bars.flatMap(({ price }) => price ?? [])
  const low = Math.min(...priced)
  const high = Math.max(...priced)
  const months = useMemo(
    () => [...new Set(bars.map(({ monday }) => monthOf(addDays(monday, 3))))],
    [bars],
  )
  const firstBar = bars[0]
  if (priced.length === 0 || !firstBar) return <div className={classes('h-[118px]', className)} />

  const place = (day: CalendarDate) =>
    Math.min(100, Math.max(0, ((dayNumber(day) - dayNumber(firstBar.monday)) / (WEEKS * 7)) * 100))
  const shown = months.indexOf(month)
  const left = place(firstOfMonth(month))
  const end = months[shown + monthsInFrame]
  const right = end ? place(firstOfMonth(end)) : 100
  const cheapest = bars.findIndex(({ price }) => price === low)
  const at = pointed === undefined ? undefined : bars[pointed]

  const weekAt = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || box.width === 0) return undefined
    return Math.min(
      WEEKS - 1,
      Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * WEEKS)),
    )
  }
  const goTo = (event: PointerEvent) => {
    const bar = bars[weekAt(event) ?? -1]
    if (bar) onMonth(monthOf(addDays(bar.monday, 3)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -3,
      PageUp: 3,
    }[event.key]
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? months.length - 1 : step && shown + step
    if (to === undefined) return
    event.preventDefault()
    const target = months[Math.min(months.length - 1, Math.max(0, to))]
    if (target) onMonth(target)
  }

  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <span className="font-bold">Prices over the year</span>
        <span className="text-small text-muted">
          {aside ? `${aside}, ` : ''}
          {formatMoneyUp(low)} to {formatMoneyUp(high)}
        </span>
      </div>
      <div
        ref={track}
        role="slider"
        tabIndex={0}
        aria-label="Months shown"
        aria-valuemin={1}
        aria-valuemax={months.length}
        aria-valuenow={shown + 1}
        aria-valuetext={frameText(months.slice(shown, shown + monthsInFrame), bars)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          goTo(event)
        }}
        onPointerMove={(event) => {
          setPointed(weekAt(event))
          if (event.buttons === 1) goTo(event)
        }}
        onPointerLeave={() => setPointed(undefined)}
        className="relative touch-pan-y pt-3"
      >
        <div className="flex items-end gap-[2px]" style={{ height: BAR_MAX }}>
          {bars.map(({ monday, price }) => (
            <span
              key={monday}
              className="flex-1 rounded-t-[2px]"
              style={
                price === undefined
                  ? { height: 2, background: 'var(--line)' }
                  : {
                      height: BAR_MIN + (BAR_MAX - BAR_MIN) * share(price, low, high),
                      background: priceColour(share(price, low, high)),
                    }
              }
            />
          ))}
        </div>
        {shown >= 0 ? (
          <span
            className="pointer-events-none absolute top-1.5 rounded-[4px] border-2 border-ink"
            style={{ left: `${left}%`, width: `${right - left}%`, height: BAR_MAX + 10 }}
          >
            <Grip side="-left-[6px]" />
            <Grip side="-right-[6px]" />
          </span>
        ) : null}
        {at ? (
          <span
            className="pointer-events-none absolute bottom-full z-10 -translate-x-1/2 rounded-field bg-ink px-3 py-1.5 text-center text-small whitespace-nowrap text-surface"
            style={{ left: `${Math.min(88, Math.max(12, ((pointed ?? 0) / WEEKS) * 100))}%` }}
          >
            <b className="block">{weekName(at.monday)}</b>
            {at.price === undefined ? 'No arrivals' : `From ${formatMoneyUp(at.price)}`}
          </span>
        ) : (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute rounded-full bg-cheapest-tint px-1.5 text-[13px]/5 font-bold text-cheapest"
            style={{ bottom: BAR_MIN + 4, left: `${Math.min(92, (cheapest / WEEKS) * 100)}%` }}
          >
            {formatMoneyUp(low)}
          </span>
        )}
      </div>
      <div aria-hidden="true" className="relative h-6">
        {months.map((one, index) => {
          const from = place(firstOfMonth(one))
          const to = months[index + 1] ? place(firstOfMonth(months[index + 1] ?? one)) : 100
          return to - from < 4 ? null : (
            <span
              key={one}
              className="absolute border-l border-line pt-0.5 text-center text-[14px]/5 text-muted"
              style={{ left: `${from}%`, width: `${to - from}%` }}
            >
              <span className="md:hidden">{monthName(one).slice(0, 1)}</span>
              <span className="hidden md:inline">{monthName(one).slice(0, 3)}</span>
            </span>
          )
        })}
      </div>
    </div>
  )
}

function Grip({ side }: { side: string }) {
  return (
    <span
      className={classes(
        'absolute top-1/2 h-6 w-2.5 -translate-y-1/2 rounded-full border-2 border-ink bg-surface',
        side,
      )}
    />
  )
}

function weekBars(calendar: readonly PriceCalendarEntry[], firstDay: CalendarDate): WeekBar[] {
  const weeks = weekPrices(calendar)
  const first = startOfWeek(firstDay)
  return Array.from({ length: WEEKS }, (_, index) => {
    const monday = addDays(first, index * 7)
    return { monday, price: weeks.get(monday)?.price }
  })
}

function share(price: number, low: number, high: number): number {
  return high > low ? (price - low) / (high - low) : 0
}

function weekName(monday: CalendarDate): string {
  return `Week of ${dayOf(monday)} ${monthName(monday).slice(0, 3)}`
}

function frameText(months: readonly CalendarMonth[], bars: readonly WeekBar[]): string {
  const prices = bars.flatMap(({ monday, price }) =>
    months.includes(monthOf(addDays(monday, 3))) ? (price ?? []) : [],
  )
  const names = months.map(monthName).join(' and ')
  return prices.length > 0
    ? `${names}, from ${formatMoneyUp(Math.min(...prices))}`
    : `${names}, no arrivals`
}
