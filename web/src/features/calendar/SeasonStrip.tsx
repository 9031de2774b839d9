import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { PriceCalendarEntry } from '../../rules/calendar'
import type { CalendarDate, CalendarMonth } from '../../rules/dates'
import { formatMoneyUp } from '../../rules/money'
import { classes } from '../../ui'
import { WEEKS, cheapestOf, frameText, monthOfWeek, seasonOf, type Season } from './season'
import { LineLabels, SeasonChart } from './SeasonChart'

interface Frame {
  /** The first month shown. */
  month: CalendarMonth
  monthsInFrame: number
  onMonth: (month: CalendarMonth) => void
}

/**
 * The prices of a year, one bar for each week; height and colour both show the price. A frame marks
 * the shown months. It is moved by dragging, by a tap, and by the arrow keys one month at a time.
 */
export function SeasonStrip({
  calendar,
  firstDay,
  aside,
  className,
  ...frame
}: Frame & {
  calendar: readonly PriceCalendarEntry[]
  firstDay: CalendarDate
  /** What the prices are for, such as '4 nights'. */
  aside?: string
  className?: string
}) {
  const season = useMemo(() => seasonOf(calendar, firstDay), [calendar, firstDay])
  if (!season) return <div className={classes('h-(--season-strip)', className)} />
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <span className="font-bold">Prices over the year</span>
        <span className="text-small text-muted">{`${aside ? `${aside}, ` : ''}${formatMoneyUp(season.low)} to ${formatMoneyUp(season.high)}`}</span>
      </div>
      <div className="flex">
        <MonthSlider season={season} {...frame} />
        <LineLabels season={season} />
      </div>
    </div>
  )
}

/** The chart as a slider over the months. */
function MonthSlider({
  season,
  month,
  monthsInFrame,
  onMonth,
}: Frame & {
  season: Season
}) {
  const track = useRef<HTMLDivElement>(null)
  const [pointedWeek, setPointedWeek] = useState<number>()
  const [focused, setFocused] = useState(false)
  const { bars, months } = season
  // A month after the strip's last week is placed at its end.
  const shown = Math.max(
    0,
    months.findLastIndex((one) => one <= month),
  )
  const inFrame = months.slice(shown, shown + monthsInFrame)

  const weekAt = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || box.width === 0) return undefined
    const week = Math.floor(((event.clientX - box.left) / box.width) * WEEKS)
    return Math.min(WEEKS - 1, Math.max(0, week))
  }
  const goTo = (event: PointerEvent) => {
    const bar = bars[weekAt(event) ?? -1]
    if (bar) onMonth(monthOfWeek(bar.monday))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const newIndex = monthByKey(event.key, shown, months.length)
    if (newIndex === undefined) return
    event.preventDefault()
    const target = months[Math.min(months.length - 1, Math.max(0, newIndex))]
    if (target) onMonth(target)
  }

  return (
    <div
      ref={track}
      role="slider"
      tabIndex={0}
      aria-label="Months shown"
      aria-valuemin={1}
      aria-valuemax={months.length}
      aria-valuenow={shown + 1}
      aria-valuetext={frameText(inFrame, season)}
      onKeyDown={onKeyDown}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        goTo(event)
      }}
      onPointerMove={(event) => {
        setPointedWeek(weekAt(event))
        if (event.buttons === 1) goTo(event)
      }}
      onPointerLeave={() => setPointedWeek(undefined)}
      className="min-w-0 flex-1 touch-pan-y"
    >
      <SeasonChart
        season={season}
        shown={shown}
        monthsInFrame={monthsInFrame}
        namedWeek={pointedWeek ?? (focused ? cheapestOf(inFrame, season) : undefined)}
      />
    </div>
  )
}

/** The index of the month after a key press; undefined for other keys. */
function monthByKey(key: string, shown: number, count: number): number | undefined {
  return {
    ArrowLeft: shown - 1,
    ArrowDown: shown - 1,
    ArrowRight: shown + 1,
    ArrowUp: shown + 1,
    PageDown: shown - 3,
    PageUp: shown + 3,
    Home: 0,
    End: count - 1,
  }[key]
}
