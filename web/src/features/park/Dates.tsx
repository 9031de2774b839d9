import { useEffect, useRef, useState } from 'react'
import { parseDate, type CalendarDate } from '../../rules/dates'
import { priceCalendar } from '../../rules/calendar'
import { nearestEntries, type DateEntry } from '../../rules/park-units'
import { plural } from '../../rules/plural'
import { toPence } from '../../rules/money'
import { PriceText } from '../../ui'
import { ChevronRightIcon } from '../../ui/icons'
import { useDayText } from '../catalogue'
import { DateStrip, type StripDay } from '../calendar'
import type { ShownUnit } from './UnitRow'

/** How many alternative dates are shown before 'Show more dates'. */
const NEAREST = 14

/**
 * The park's arrival dates as a strip, with the cheapest of each week marked. The chosen date is
 * shown even when it is sold out.
 */
export function ParkDates({
  entries,
  selected,
  onPick,
}: {
  entries: readonly DateEntry<ShownUnit>[]
  selected: CalendarDate | undefined
  onPick: (day: CalendarDate) => void
}) {
  const calendar = priceCalendar(
    entries.map(({ date, lowestPrice }) => ({
      date,
      region: '',
      cheapestPrice: (toPence(lowestPrice) ?? 0) / 100,
    })),
    '0000-00-00',
  )
  const days: StripDay[] = calendar.flatMap(({ date, price, cheapestInWeek }) => {
    const day = parseDate(date)
    return day ? [{ day, price, cheapestInWeek }] : []
  })
  if (selected && !days.some(({ day }) => day === selected)) {
    days.push({ day: selected, price: undefined, cheapestInWeek: false })
    days.sort((a, b) => (a.day < b.day ? -1 : 1))
  }
  return <DateStrip label="Arrival dates" days={days} selected={selected} onPick={onPick} />
}

/** The other arrival dates nearest to the chosen one, in order, with the cheapest marked. */
export function AlternativeDates({
  entries,
  selected,
  onPick,
}: {
  entries: readonly DateEntry<ShownUnit>[]
  selected: CalendarDate | undefined
  onPick: (day: CalendarDate) => void
}) {
  const [showsAll, setShowsAll] = useState(false)
  const { shortDay } = useDayText()
  const nearest = nearestEntries(entries, selected, NEAREST)
  const shown = showsAll ? entries : nearest
  const list = useRef<HTMLUListElement>(null)

  // The focus goes to the first date that 'Show more dates' has added.
  const firstAdded = showsAll ? entries.findIndex((entry) => !nearest.includes(entry)) : -1
  useEffect(() => {
    if (showsAll) list.current?.children[firstAdded]?.querySelector('button')?.focus()
    // Only when the others appear.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [showsAll])
  return (
    <section aria-labelledby="alternatives" className="card p-card">
      <h2 id="alternatives" className="display text-h3">
        Alternative arrival dates
      </h2>
      <ul ref={list} className="other-dates">
        {shown.map((entry) => {
          const day = parseDate(entry.date)
          return day ? (
            <li key={entry.date}>
              <button
                type="button"
                aria-current={day === selected ? 'date' : undefined}
                onClick={() => onPick(day)}
                className="group flex min-h-14 w-full items-center justify-between gap-3 px-1 py-2 text-left outline-offset-[-2px]"
              >
                <span>
                  <b className="group-hover:underline">{shortDay(day)}</b>{' '}
                  <span className="text-small text-muted">{plural(entry.nights, 'night')}</span>
                  {entry.isCheapest ? (
                    <span className="block text-small font-bold text-cheapest">Cheapest</span>
                  ) : null}
                </span>
                <span className="inline-flex items-center gap-2">
                  <PriceText amount={entry.lowestPrice} size="sm" />
                  <ChevronRightIcon size={20} aria-hidden="true" />
                </span>
              </button>
            </li>
          ) : null
        })}
      </ul>
      {!showsAll && shown.length < entries.length ? (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className="mt-2 min-h-11 font-semibold underline underline-offset-4"
        >
          Show more dates
        </button>
      ) : null}
    </section>
  )
}
