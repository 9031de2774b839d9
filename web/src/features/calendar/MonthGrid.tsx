import { memo, useEffect, useRef, type KeyboardEvent, type SyntheticEvent } from 'react'
import {
  isArrivalPickable,
  stayPart,
  type ArrivalRules,
  type PriceCalendarEntry,
  type StayPart,
} from '../../rules/calendar'
import {
  addDays,
  dayOf,
  formatDayMonth,
  formatMonth,
  formatShort,
  monthGrid,
  monthOf,
  sameDayOfMonth,
  startOfWeek,
  weekdays,
  type CalendarDate,
  type CalendarMonth,
} from '../../rules/dates'
import { formatMoneyUp } from '../../rules/money'
import { classes } from '../../ui'

/** What all months of a calendar share. */
export interface CalendarProps {
  /** Priced days by dd/mm/yyyy. */
  prices: ReadonlyMap<string, PriceCalendarEntry>
  rules: ArrivalRules
  arrival: CalendarDate | undefined
  nights: number
  /** Further days to mark (dd/mm/yyyy): the arrival days of cottages. */
  marked?: readonly string[]
  /** The day that the Tab key reaches. */
  focusDay: CalendarDate
  /** The keyboard has moved to focusDay, so the day gets the focus. A pointer never moves the focus. */
  focusMoved: boolean
  /** Moves the focus; the calendar shows the day's month. */
  onFocusDay: (day: CalendarDate) => void
  onPick: (day: CalendarDate) => void
}

/**
 * One month as six weeks from Monday, as a grid with the keyboard pattern of the APG's date grid.
 */
export function MonthGrid({ month, shown }: { month: CalendarMonth; shown: CalendarProps }) {
  const days = monthGrid(month)
  const weeks = Array.from({ length: 6 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const focusButton = useRef<HTMLButtonElement>(null)
  const { focusDay, focusMoved, rules } = shown

  // The focus follows the keyboard only, never the buttons that change the month.
  useEffect(() => {
    if (focusMoved) focusButton.current?.focus()
  }, [focusDay, focusMoved, month])

  // One handler for all days, so that a day is rendered only when something that it shows changes.
  const dayAt = ({ target }: SyntheticEvent) =>
    target instanceof Element
      ? target.closest<HTMLElement>('button[data-day]')?.dataset.day
      : undefined
  const onPress = (event: SyntheticEvent) => {
    const day = dayAt(event)
    if (day && isArrivalPickable(day, rules)) shown.onPick(day)
  }
  const onFocus = (event: SyntheticEvent) => {
    const day = dayAt(event)
    if (day && day !== focusDay) shown.onFocusDay(day)
  }

  return (
    <table
      role="grid"
      aria-label={formatMonth(month)}
      className="tabular w-full table-fixed border-collapse text-center"
      onKeyDown={(event) => moveByKey(event, shown)}
      onClick={onPress}
      onFocus={onFocus}
    >
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th
              key={name}
              scope="col"
              abbr={name}
              className="h-9 text-detail font-semibold text-muted"
            >
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {/* The keys are positions, so that React changes the cells for another month instead of
           replacing them, which would take much longer. */}
        {weeks.map((week, row) => (
          <tr key={row}>
            {week.map((day, column) =>
              monthOf(day) === month ? (
                <DayCell
                  key={column}
                  {...dayProps(day, shown)}
                  ref={day === focusDay ? focusButton : undefined}
                />
              ) : (
                <td key={column} className="h-[60px] p-0 align-top short:h-12">
                  <span
                    aria-hidden="true"
                    className="block pt-2 text-value text-muted short:pt-0.5"
                  >
                    {dayOf(day)}
                  </span>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the cell of a day shows. */
interface DayProps {
  day: CalendarDate
  pickable: boolean
  /** Its price as text; '' without one. */
  price: string
  cheapest: boolean
  part: StayPart | undefined
  marked: boolean
  /** The Tab key reaches it. */
  isTabStop: boolean
}

function dayProps(
  day: CalendarDate,
  { prices, rules, arrival, nights, marked, focusDay }: CalendarProps,
): DayProps {
  const date = formatShort(day)
  const entry = prices.get(date)
  const pickable = isArrivalPickable(day, rules)
  return {
    day,
    pickable,
    price: entry && pickable ? formatMoneyUp(entry.price) : '',
    cheapest: entry?.cheapestInWeek ?? false,
    part: stayPart(day, arrival, nights),
    marked: marked?.includes(date) ?? false,
    isTabStop: day === focusDay,
  }
}

/** A day of the month. It is rendered only when something that it shows changes. */
const DayCell = memo(function DayCell({
  day,
  pickable,
  price,
  cheapest,
  part,
  marked,
  isTabStop,
  ref,
}: DayProps & { ref?: React.Ref<HTMLButtonElement> }) {
  return (
    // The label is on the button inside.
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label
    <td aria-selected={part === 'arrival'} className="h-[60px] p-0 short:h-12">
      <button
        ref={ref}
        type="button"
        data-day={day}
        tabIndex={isTabStop ? 0 : -1}
        aria-disabled={!pickable || undefined}
        className={classes(
          'relative flex min-h-[60px] w-full flex-col items-center justify-start pt-1.5 short:min-h-12 short:pt-0.5',
          part === undefined && pickable && 'hover:shadow-[inset_0_0_0_2px_var(--ink)]',
          part === 'arrival' && 'picked rounded-l-field bg-accent text-accent-ink',
          part === 'stay' && 'stay bg-tint',
          part === 'departure' && 'stay rounded-r-field bg-tint/60',
        )}
      >
        <span className="sr-only">{dayName(day, price, part, { pickable, cheapest })}</span>
        <span aria-hidden="true" className="flex flex-col items-center">
          <span
            className={classes(
              'relative text-value',
              pickable || part === 'arrival' ? 'font-semibold' : 'text-muted',
            )}
          >
            <span>{dayOf(day)}</span>
            {marked ? (
              <span className="absolute top-1 -right-2 size-1.5 rounded-full bg-current" />
            ) : null}
          </span>
          <DayPrice
            price={price}
            pickable={pickable}
            arrival={part === 'arrival'}
            cheapest={cheapest}
          />
        </span>
      </button>
    </td>
  )
})

function DayPrice({
  price,
  pickable,
  arrival,
  cheapest,
}: {
  price: string
  pickable: boolean
  arrival: boolean
  cheapest: boolean
}) {
  if (!price) {
    return pickable ? null : (
      <span aria-hidden="true" className={classes('text-small', !arrival && 'text-muted')}>
        –
      </span>
    )
  }
  return (
    // Hidden from screen readers: the day's name already contains the price.
    <span
      aria-hidden="true"
      className={classes(
        'text-small',
        arrival && 'font-bold',
        !arrival && cheapest && 'edge rounded-full bg-cheapest-tint px-1.5 font-bold text-cheapest',
        !arrival && !cheapest && 'text-muted',
      )}
    >
      {price}
    </span>
  )
}

/** A day's name for screen readers: the date, its price, and its role in the stay. */
function dayName(
  day: CalendarDate,
  price: string,
  part: StayPart | undefined,
  { pickable, cheapest }: { pickable: boolean; cheapest: boolean },
): string {
  return [
    formatDayMonth(day, 'full', true),
    price && `from ${price}`,
    price && cheapest && 'cheapest in the week',
    part,
    !pickable && 'no arrivals',
  ]
    .filter(Boolean)
    .join(', ')
}

/** Arrow keys by day and week, Home and End within the week, Page keys by month (with Shift: by year). */
function moveByKey(event: KeyboardEvent, { focusDay, onFocusDay }: CalendarProps) {
  const moves: Record<string, () => CalendarDate> = {
    ArrowLeft: () => addDays(focusDay, -1),
    ArrowRight: () => addDays(focusDay, 1),
    ArrowUp: () => addDays(focusDay, -7),
    ArrowDown: () => addDays(focusDay, 7),
    Home: () => startOfWeek(focusDay),
    End: () => addDays(startOfWeek(focusDay), 6),
    PageUp: () => sameDayOfMonth(focusDay, event.shiftKey ? -12 : -1),
    PageDown: () => sameDayOfMonth(focusDay, event.shiftKey ? 12 : 1),
  }
  const move = moves[event.key]
  if (!move) return
  event.preventDefault()
  onFocusDay(move())
}
