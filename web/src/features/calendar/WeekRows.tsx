import {
  isArrivalPickable,
  stayPart,
  type ArrivalRules,
  type PriceCalendarEntry,
} from '../../rules/calendar'
import {
  addDays,
  dayOf,
  formatDayMonth,
  formatMonth,
  formatShort,
  monthName,
  monthOf,
  ordinal,
  parseDate,
  startOfWeek,
  weekdays,
  type CalendarDate,
} from '../../rules/dates'
import { formatMoneyUp } from '../../rules/money'
import { classes } from '../../ui'
import { useDayText } from '../catalogue'
import { priceColour, priceShare } from './price-colour'

interface Rows {
  prices: ReadonlyMap<string, PriceCalendarEntry>
  rules: ArrivalRules
  arrival: CalendarDate | undefined
  nights: number
  onPick: (day: CalendarDate) => void
}

/**
 * The season by week: rows of seven arrival days, each with its cheapest day and price at the end.
 */
export function WeekRows({ mondays, ...rows }: Rows & { mondays: readonly CalendarDate[] }) {
  const cheapest = mondays.map((monday) => weekCheapest(monday, rows.prices))
  const priced = cheapest.flatMap((entry) => entry?.price ?? [])
  const lowest = Math.min(...priced)
  const highest = Math.max(...priced)
  return (
    <div className="card tabular overflow-hidden">
      <div
        aria-hidden="true"
        className="hidden h-10 items-center border-b border-line text-small text-muted lg:grid lg:grid-cols-[104px_repeat(7,1fr)_260px]"
      >
        <span className="pl-4">Week of</span>
        {weekdays.map((name) => (
          <span key={name} className="text-center">
            {name.slice(0, 3)}
          </span>
        ))}
        <span className="border-l border-line pl-4">Cheapest in the week</span>
      </div>
      {mondays.map((monday, index) => {
        const month = monthOf(addDays(monday, 3))
        const before = mondays[index - 1]
        const newMonth = before === undefined || monthOf(addDays(before, 3)) !== month
        const cheapestEntry = cheapest[index]
        return (
          <div key={monday}>
            {newMonth ? (
              <h2 className="bg-sunk px-4 py-1.5 text-h4 font-bold">{formatMonth(month)}</h2>
            ) : null}
            <WeekRow
              monday={monday}
              cheapestEntry={cheapestEntry}
              share={cheapestEntry ? priceShare(cheapestEntry.price, lowest, highest) : 0}
              rows={rows}
            />
          </div>
        )
      })}
    </div>
  )
}

function WeekRow({
  monday,
  cheapestEntry,
  share,
  rows,
}: {
  monday: CalendarDate
  cheapestEntry: PriceCalendarEntry | undefined
  share: number
  rows: Rows
}) {
  const chosen = rows.arrival !== undefined && startOfWeek(rows.arrival) === monday
  const { shortDay } = useDayText()
  const bestDay = cheapestEntry && parseDate(cheapestEntry.date)
  return (
    <div
      role="group"
      aria-label={`Week of ${ordinal(dayOf(monday))} ${monthName(monday)}`}
      className="grid grid-cols-7 items-center border-t border-line max-lg:px-2 max-lg:py-2 lg:grid-cols-[104px_repeat(7,1fr)_260px]"
    >
      <span className="col-span-3 px-2 text-detail font-semibold lg:col-span-1 lg:pl-4">
        <span
          className={classes('pb-0.5', chosen && 'border-b-[3px] border-accent')}
        >{`${ordinal(dayOf(monday))} ${monthName(monday).slice(0, 3)}`}</span>
      </span>
      {/* At a fixed grid position, so that it does not move when a browser paints before the days arrive. */}
      <span className="col-span-4 flex items-center justify-end gap-3 px-2 lg:col-start-9 lg:col-end-10 lg:row-start-1 lg:border-l lg:border-line lg:px-4">
        {cheapestEntry && bestDay ? (
          <>
            {/* By SVG attributes, because the content security policy drops styles in the server's HTML. */}
            <svg
              aria-hidden="true"
              height="8"
              className="chart hidden min-w-0 flex-1 rounded-full bg-sunk lg:block"
            >
              <rect
                width={`${18 + 82 * share}%`}
                height="8"
                rx="4"
                fill={priceColour(share)}
                className="bar"
              />
            </svg>
            <span className="text-right leading-5 lg:min-w-[88px]">
              <span className="text-note text-muted max-lg:mr-2 lg:block">{shortDay(bestDay)}</span>
              <span className="text-h3 font-bold [font-stretch:86%]">
                {formatMoneyUp(cheapestEntry.price)}
              </span>
            </span>
          </>
        ) : (
          <span className="text-small text-muted">No arrivals</span>
        )}
      </span>
      {Array.from({ length: 7 }, (_, index) => (
        <WeekDay key={index} day={addDays(monday, index)} rows={rows} />
      ))}
    </div>
  )
}

function WeekDay({ day, rows }: { day: CalendarDate; rows: Rows }) {
  const entry = rows.prices.get(formatShort(day))
  const pickable = isArrivalPickable(day, rows.rules)
  const part = stayPart(day, rows.arrival, rows.nights)
  const price = entry && pickable ? formatMoneyUp(entry.price) : ''
  const cheapest = entry?.cheapestInWeek ?? false
  const name = [
    formatDayMonth(day, 'full', true),
    price ? `from ${price}` : 'no arrivals',
    price && cheapest && 'cheapest in the week',
    part,
  ]
  return (
    <button
      type="button"
      aria-disabled={!pickable || undefined}
      aria-pressed={part === 'arrival'}
      onClick={() => pickable && rows.onPick(day)}
      className={classes(
        'relative flex h-[54px] flex-col items-center justify-center outline-offset-[-3px]',
        part === 'arrival' && 'picked bg-accent text-accent-ink',
        (part === 'stay' || part === 'departure') && 'stay bg-tint',
        part === undefined && pickable && 'hover:shadow-[inset_0_0_0_2px_var(--ink)]',
        !pickable && part !== 'arrival' && 'text-muted',
      )}
    >
      <span className="sr-only">{name.filter(Boolean).join(', ')}</span>
      <span aria-hidden="true" className={classes('text-detail/5', pickable && 'font-semibold')}>
        {dayOf(day)}
      </span>
      <span
        aria-hidden="true"
        className={classes(
          'text-small',
          part === 'arrival'
            ? 'font-bold'
            : cheapest && price
              ? 'edge rounded-full bg-cheapest-tint px-1.5 font-bold text-cheapest'
              : price && 'text-muted',
        )}
      >
        {price || '–'}
      </span>
    </button>
  )
}

function weekCheapest(
  monday: CalendarDate,
  prices: ReadonlyMap<string, PriceCalendarEntry>,
): PriceCalendarEntry | undefined {
  for (let index = 0; index < 7; index++) {
    const entry = prices.get(formatShort(addDays(monday, index)))
    if (entry?.cheapestInWeek) return entry
  }
  return undefined
}
