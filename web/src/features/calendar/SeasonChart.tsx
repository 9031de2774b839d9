import { memo } from 'react'
import { monthName } from '../../rules/dates'
import { formatMoneyUp } from '../../rules/money'
import { priceColour, priceShare } from './price-colour'
import { BAR_MAX, WEEKS, heightOf, monthPlace, linesOf, weekName, type Season } from './season'

/*
 * Drawn with SVG attributes alone: the content security policy drops the style
 * attributes of HTML that the server renders. Across, the chart is measured in
 * percent, so that it fills its box; down, in pixels.
 */

/** The space above the bars, for the frame, in pixels. */
const TOP = 12
const FOOT = TOP + BAR_MAX
const HEIGHT = FOOT + 24
const FRAME_TOP = 6
const FRAME_HEIGHT = FOOT + 4 - FRAME_TOP
/** The smallest width of the frame, in percent. */
const FRAME_MIN = 5
/** Narrower months have no name; in percent. */
const MONTH_MIN = 4

/** The bars of the year, the frame around the shown months, and the week whose price is named. */
export function SeasonChart({
  season,
  shown,
  monthsInFrame,
  namedWeek,
}: {
  season: Season
  /** The index of the first month in the frame. */
  shown: number
  monthsInFrame: number
  /** The index of the week whose price is named. */
  namedWeek: number | undefined
}) {
  const [begin, end] = monthPlace(shown, monthsInFrame, season)
  // At the end of the year the months may be narrower than the two handles.
  const left = Math.min(begin, 100 - FRAME_MIN)
  const right = Math.max(end, left + FRAME_MIN)
  const foot = { y: FRAME_TOP + 1, height: FRAME_HEIGHT - 2 }
  return (
    <svg aria-hidden="true" height={HEIGHT} className="chart block w-full overflow-visible">
      <Bars season={season} />
      <rect
        x={`${left}%`}
        width={`${right - left}%`}
        {...foot}
        rx="4"
        className="fill-none stroke-ink stroke-2"
      />
      <Handle position={left} />
      <Handle position={right} />
      <MonthNames season={season} />
      {namedWeek === undefined ? <CheapestPill season={season} /> : null}
      <WeekTip season={season} index={namedWeek} />
    </svg>
  )
}

/** The bars and the lines behind them; memoised, because a move of the frame does not change them. */
const Bars = memo(function Bars({ season }: { season: Season }) {
  return (
    <>
      {linesOf(season).map((price) => (
        <line
          key={price}
          x2="100%"
          y1={FOOT - heightOf(price, season)}
          y2={FOOT - heightOf(price, season)}
          className="stroke-line"
        />
      ))}
      {season.bars.map(({ monday, price }, index) => {
        const height = price === undefined ? 2 : heightOf(price, season)
        return (
          <rect
            key={monday}
            x={`${(index / WEEKS) * 100}%`}
            y={FOOT - height}
            width="1.5%"
            height={height}
            rx="2"
            fill={
              price === undefined
                ? 'var(--line)'
                : priceColour(priceShare(price, season.low, season.high))
            }
            // The gap between two bars is 2 px at every width.
            className="bar w-[calc(100%/52-2px)]"
          />
        )
      })}
    </>
  )
})

/** The prices at the lines, on the right of the chart. */
export function LineLabels({ season }: { season: Season }) {
  const rules = linesOf(season)
  if (rules.length === 0) return null
  return (
    <svg
      aria-hidden="true"
      width="48"
      height={HEIGHT}
      className="chart shrink-0 fill-muted text-small"
    >
      {rules.map((price) => (
        <text key={price} x="100%" y={FOOT - heightOf(price, season) + 5} textAnchor="end">
          {formatMoneyUp(price)}
        </text>
      ))}
    </svg>
  )
}

/** A handle of the frame. */
function Handle({ position }: { position: number }) {
  return (
    <svg x={`${position}%`} y={FRAME_TOP + FRAME_HEIGHT / 2} overflow="visible">
      <rect
        x="-5"
        y="-12"
        width="10"
        height="24"
        rx="5"
        className="fill-surface stroke-ink stroke-2"
      />
    </svg>
  )
}

function MonthNames({ season }: { season: Season }) {
  return (
    <g className="fill-muted text-small">
      {season.months.map((month, index) => {
        const [from, to] = monthPlace(index, 1, season)
        if (to - from < MONTH_MIN) return null
        const middle = { x: `${(from + to) / 2}%`, y: HEIGHT - 7, textAnchor: 'middle' as const }
        return (
          <g key={month}>
            <line
              x1={`${from}%`}
              x2={`${from}%`}
              y1={FOOT + 6}
              y2={HEIGHT}
              className="stroke-line"
            />
            <text {...middle} className="md:hidden">
              {monthName(month).slice(0, 1)}
            </text>
            <text {...middle} className="hidden md:inline">
              {monthName(month).slice(0, 3)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

/** The price of the cheapest week, above its bar. */
function CheapestPill({ season }: { season: Season }) {
  const index = season.bars.findIndex(({ price }) => price === season.low)
  const text = formatMoneyUp(season.low)
  const width = 13 + 7.5 * text.length
  return (
    <svg
      x={`${clamp(((index + 0.5) / WEEKS) * 100, 5)}%`}
      y={FOOT - heightOf(season.low, season) - 13}
      overflow="visible"
    >
      <rect
        x={-width / 2}
        y="-10"
        width={width}
        height="20"
        rx="10"
        className="edge fill-cheapest-tint"
      />
      <text y="4.5" textAnchor="middle" className="fill-cheapest text-note font-bold">
        {text}
      </text>
    </svg>
  )
}

/** The named week with its price, above the chart. */
function WeekTip({ season, index }: { season: Season; index: number | undefined }) {
  const week = season.bars[index ?? -1]
  if (index === undefined || !week) return null
  return (
    <svg x={`${clamp(((index + 0.5) / WEEKS) * 100, 14)}%`} overflow="visible">
      <rect x="-62" y="-50" width="124" height="50" rx="6" className="edge fill-ink" />
      <g textAnchor="middle" className="fill-surface text-small">
        <text y="-29" className="font-bold">
          {weekName(week.monday)}
        </text>
        <text y="-10">
          {week.price === undefined ? 'No arrivals' : `From ${formatMoneyUp(week.price)}`}
        </text>
      </g>
    </svg>
  )
}

/** Keeps a position in percent at least `margin` away from both ends. */
function clamp(percent: number, margin: number): number {
  return Math.min(100 - margin, Math.max(margin, percent))
}
