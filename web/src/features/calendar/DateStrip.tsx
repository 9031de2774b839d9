import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { formatDayMonth, startOfWeek, type CalendarDate } from '../../rules/dates'
import { formatMoneyUp, type Amount } from '../../rules/money'
import { classes, scrollBehaviour } from '../../ui'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons'
import { useDayText } from '../catalogue'

/** One arrival date of the strip. */
export interface StripDay {
  day: CalendarDate
  /** Pounds; undefined when the day is not available. */
  price: Amount
  cheapestInWeek: boolean
}

/** The part of the visible width by which a button scrolls the strip. */
const SCROLL_FRACTION = 0.75

/**
 * A row of arrival dates that scrolls, each with its cheapest price; a line marks each new week where
 * one has several dates.
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
  const overflows = useOverflows(track, days.length)
  const count = days.length
  /** The number of days with a price, by the first day of their week. */
  const pricedDays = new Map<CalendarDate, number>()
  const weeks = new Set<CalendarDate>()
  for (const { day, price } of days) {
    const week = startOfWeek(day)
    weeks.add(week)
    if (price !== undefined) pricedDays.set(week, (pricedDays.get(week) ?? 0) + 1)
  }
  const hasNotes = days.some((entry) => noteOf(entry, pricedDays.get(startOfWeek(entry.day)) ?? 0))

  // Scrolls the chosen day into view within the strip, without scrolling the page.
  useEffect(() => {
    const list = track.current
    const cell = list?.querySelector<HTMLElement>('[aria-pressed="true"]')?.parentElement
    if (!list || !cell) return
    list.scrollLeft = cell.offsetLeft - list.offsetLeft - (list.clientWidth - cell.offsetWidth) / 2
  }, [selected, count, overflows])

  const scroll = (direction: 1 | -1) => {
    const list = track.current
    list?.scrollBy({
      left: direction * list.clientWidth * SCROLL_FRACTION,
      behavior: scrollBehaviour(),
    })
  }

  return (
    <div className="relative flex gap-1">
      {/* The buttons are for a mouse. Fingers and keys move the strip itself. */}
      {overflows ? (
        <ScrollButton name="Earlier dates" onClick={() => scroll(-1)}>
          <ChevronLeftIcon size={20} aria-hidden="true" />
        </ScrollButton>
      ) : null}
      <ul
        ref={track}
        aria-label={label}
        className="tabular flex min-w-0 flex-1 overflow-x-auto rounded-field border border-line bg-surface [scrollbar-width:thin]"
      >
        {days.map((entry, index) => {
          const previous = days[index - 1]
          const week = startOfWeek(entry.day)
          const newWeek =
            weeks.size < count && previous !== undefined && startOfWeek(previous.day) !== week
          return (
            <li
              key={entry.day}
              className={classes(
                'min-w-min flex-1',
                index > 0 && (newWeek ? 'border-l-[3px] border-ink' : 'border-l border-line'),
              )}
            >
              <StripCell
                entry={entry}
                note={noteOf(entry, pricedDays.get(week) ?? 0)}
                hasNotes={hasNotes}
                chosen={entry.day === selected}
                onPick={onPick}
              />
            </li>
          )
        })}
      </ul>
      {overflows ? (
        <ScrollButton name="Later dates" onClick={() => scroll(1)}>
          <ChevronRightIcon size={20} aria-hidden="true" />
        </ScrollButton>
      ) : null}
    </div>
  )
}

/** More dates than this are wider than any strip: its buttons are there from the first paint. */
const MOST_IN_VIEW = 13

/** Whether the dates are wider than the strip is without its buttons. */
function useOverflows(track: RefObject<HTMLUListElement | null>, count: number): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const list = track.current
    const frame = list?.parentElement
    if (!list || !frame) return
    const measure = () => setOverflows(list.scrollWidth > frame.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [track, count])
  return overflows || count > MOST_IN_VIEW
}

function ScrollButton({
  name,
  onClick,
  children,
}: {
  name: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={name}
      onClick={onClick}
      className="hidden w-9 shrink-0 items-center justify-center rounded-field border border-line bg-surface hover:border-ink pointer-fine:flex"
    >
      {children}
    </button>
  )
}

/** What a cell says below its price. The only priced day of a week is not compared with anything. */
function noteOf({ price, cheapestInWeek }: StripDay, pricedInWeek: number): string {
  if (!formatMoneyUp(price)) return 'Not available'
  return cheapestInWeek && pricedInWeek > 1 ? 'Cheapest that week' : ''
}

function StripCell({
  entry,
  note,
  hasNotes,
  chosen,
  onPick,
}: {
  entry: StripDay
  note: string
  /** Whether a cell of the strip has a note: then each has room for one, and the prices are on a line. */
  hasNotes: boolean
  chosen: boolean
  onPick: (day: CalendarDate) => void
}) {
  const year = useDayText().otherYear(entry.day)
  const price = formatMoneyUp(entry.price)
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => onPick(entry.day)}
      className={classes(
        'flex h-full min-h-[98px] w-full min-w-[88px] flex-col items-center justify-center px-1 outline-offset-[-4px]',
        chosen
          ? 'picked on-ink bg-ink text-surface'
          : price
            ? 'hover:bg-sunk'
            : 'bg-sunk text-muted',
      )}
    >
      <span className="text-small whitespace-nowrap">
        <span>{formatDayMonth(entry.day, 'short')}</span>
        {year ? <span className="block">{` ${year}`}</span> : null}
      </span>
      <span aria-hidden={!price || undefined} className="text-h4 font-bold">
        {price || '–'}
      </span>
      {hasNotes ? (
        <span
          className={classes(
            'min-h-8 text-note/4 font-semibold text-balance',
            !chosen && price && 'text-cheapest',
          )}
        >
          {note}
        </span>
      ) : null}
    </button>
  )
}
