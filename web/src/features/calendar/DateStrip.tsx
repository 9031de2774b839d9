import { useEffect, useRef } from 'react'
import { formatDayMonth, startOfWeek, type CalendarDate } from '../../rules/dates'
import { formatMoneyUp, type Amount } from '../../rules/money'
import { classes } from '../../ui'
import { useDayText } from '../catalogue'

/** One arrival date of the strip. */
export interface StripDay {
  day: CalendarDate
  /** Pounds; undefined when the day is not available. */
  price: Amount
  cheapestInWeek: boolean
}

/**
 * A row of arrival dates that scrolls, each with its cheapest price; a line marks each new week.
 */
export function DateStrip({
  label,
  days,
  selected,
  onPick,
}: {
  label: string
  days: readonly StripDay[]
  selected: CalendarDate | undefined
  onPick: (day: CalendarDate) => void
}) {
  const track = useRef<HTMLUListElement>(null)
  const count = days.length
  const pricedWeeks = days.flatMap(({ day, price }) =>
    price === undefined ? [] : startOfWeek(day),
  )

  // Scrolls the chosen day into view within the strip, without scrolling the page.
  useEffect(() => {
    const list = track.current
    const cell = list?.querySelector<HTMLElement>('[aria-pressed="true"]')?.parentElement
    if (!list || !cell) return
    list.scrollLeft = cell.offsetLeft - list.offsetLeft - (list.clientWidth - cell.offsetWidth) / 2
  }, [selected, count])

  return (
    <ul
      ref={track}
      aria-label={label}
      className="tabular flex w-full overflow-x-auto rounded-field border border-line bg-surface [scrollbar-width:thin]"
    >
      {days.map((entry, index) => {
        const previous = days[index - 1]
        const week = startOfWeek(entry.day)
        const newWeek = previous !== undefined && startOfWeek(previous.day) !== week
        return (
          <li
            key={entry.day}
            className={classes(
              'min-w-[88px] flex-1',
              index > 0 && (newWeek ? 'border-l-[3px] border-ink' : 'border-l border-line'),
            )}
          >
            <StripCell
              entry={entry}
              isOnlyOne={pricedWeeks.indexOf(week) === pricedWeeks.lastIndexOf(week)}
              chosen={entry.day === selected}
              onPick={onPick}
            />
          </li>
        )
      })}
    </ul>
  )
}

function StripCell({
  entry,
  isOnlyOne,
  chosen,
  onPick,
}: {
  entry: StripDay
  /** Its week has no other day with a price. */
  isOnlyOne: boolean
  chosen: boolean
  onPick: (day: CalendarDate) => void
}) {
  const year = useDayText().otherYear(entry.day)
  const price = formatMoneyUp(entry.price)
  const mark = isOnlyOne ? 'Only day that week' : 'Cheapest that week'
  const note = price ? entry.cheapestInWeek && mark : 'Not available'
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => onPick(entry.day)}
      className={classes(
        'flex h-[98px] w-full flex-col items-center justify-center px-1 outline-offset-[-4px]',
        chosen
          ? 'picked on-ink bg-ink text-surface'
          : price
            ? 'hover:bg-sunk'
            : 'bg-sunk text-muted',
      )}
    >
      <span className="text-small whitespace-nowrap">
        {formatDayMonth(entry.day, 'short')}
        {year ? <span className="block"> {year}</span> : null}
      </span>
      <span aria-hidden={!price || undefined} className="text-h4 font-bold">
        {price || '–'}
      </span>
      <span
        className={classes(
          'min-h-8 text-note/4 font-semibold text-balance',
          !chosen && price && !isOnlyOne && 'text-cheapest',
        )}
      >
        {note}
      </span>
    </button>
  )
}
