import { useId, useRef, useState } from 'react'
import { priceHistogram, sliderEnd } from '../rules/filters'
import { isPriceWithin } from '../rules/price-range'
import { formatPence, toPence } from '../rules/money'
import { PRICE_SLIDER_MAX, PRICE_SLIDER_MIN } from '../rules/settings'
import { classes } from './classes'
import { isComposing } from './composing'

const BINS = 20
const STEP = 10
const BAR_HEIGHT = 56

/** A price as the slider's text, with '+' at the cap, where there is no upper limit. */
function priceText(pounds: number): string {
  return `${formatPence(pounds * 100)}${pounds >= PRICE_SLIDER_MAX ? '+' : ''}`
}

/**
 * A slider with two thumbs over a histogram of the prices, and two fields for the same numbers. It
 * ends at the dearest row; at that end there is no upper limit, for which the value is
 * PRICE_SLIDER_MAX.
 */
export function PriceRange({
  rows,
  min,
  max,
  onMin,
  onMax,
  onCommit,
  fields = true,
}: {
  rows: readonly { price: string }[]
  min: number
  max: number
  onMin: (pounds: number) => void
  onMax: (pounds: number) => void
  /** Called after a change when a thumb is released, or a typed price is left. */
  onCommit?: (end: 'min' | 'max') => void
  fields?: boolean
}) {
  const end = sliderEnd(rows, STEP)
  const low = Math.min(min, end)
  const high = Math.min(max, end)
  const chooseMax = (pounds: number) => onMax(pounds >= end ? PRICE_SLIDER_MAX : pounds)
  // Here a slider could only hide all rows or none.
  if (rows.length > 0 && !rows.some(({ price }) => isPriceWithin(price, 0, PRICE_SLIDER_MAX - 1)))
    return (
      <p className="text-muted">{`All prices are above ${formatPence(PRICE_SLIDER_MAX * 100)}.`}</p>
    )
  return (
    <div>
      <div className="relative mx-3.5">
        <Bars rows={rows} low={low} high={high} end={end} />
        <Between low={low} high={high} end={end} />
        <Thumb
          label="Lowest price"
          value={low}
          end={end}
          // Where both thumbs are at the same place, the one that can still move is on top.
          onTop={low > end / 2}
          onChange={onMin}
          onCommit={() => onCommit?.('min')}
        />
        <Thumb
          label="Highest price"
          value={high}
          end={end}
          onChange={chooseMax}
          onCommit={() => onCommit?.('max')}
        />
      </div>
      {fields ? (
        <div className="mt-5 grid grid-cols-2 gap-2.5">
          <PriceField
            label="From"
            value={low}
            onCommit={(pounds) => {
              onMin(pounds)
              onCommit?.('min')
            }}
          />
          <PriceField
            label="To"
            value={high}
            onCommit={(pounds) => {
              chooseMax(pounds)
              onCommit?.('max')
            }}
          />
        </div>
      ) : (
        <div aria-hidden="true" className="mt-4 flex justify-between text-small">
          <span>{priceText(low)}</span>
          <span>{priceText(high)}</span>
        </div>
      )}
    </div>
  )
}

/** The line of the slider, dark between the thumbs. */
function Between({ low, high, end }: { low: number; high: number; end: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="chart block h-1 w-full rounded-full bg-line"
    >
      <rect
        x={(low / end) * 100}
        width={((high - low) / end) * 100}
        height="4"
        className="fill-ink"
      />
    </svg>
  )
}

/** The histogram of the prices; rows outside the thumbs are pale. */
function Bars({
  rows,
  low,
  high,
  end,
}: {
  rows: readonly { price: string }[]
  low: number
  high: number
  end: number
}) {
  const bars = priceHistogram(rows, BINS, end)
  const highest = Math.max(1, ...bars)
  const binWidth = end / BINS
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${BINS} ${BAR_HEIGHT}`}
      preserveAspectRatio="none"
      className="chart block h-14 w-full"
    >
      {bars.map((count, bin) => {
        const height = count === 0 ? 0 : Math.max(3, (count / highest) * BAR_HEIGHT)
        const inside = (bin + 1) * binWidth > low && (bin * binWidth < high || high >= end)
        return (
          <rect
            key={bin}
            x={bin + 0.08}
            y={BAR_HEIGHT - height}
            width={0.84}
            height={height}
            className={inside ? 'fill-field' : 'fill-line'}
          />
        )
      })}
    </svg>
  )
}

function Thumb({
  label,
  value,
  end,
  onTop = false,
  onChange,
  onCommit,
}: {
  label: string
  value: number
  end: number
  onTop?: boolean
  onChange: (pounds: number) => void
  onCommit: () => void
}) {
  const changed = useRef(false)
  const letGo = () => {
    if (changed.current) onCommit()
    changed.current = false
  }
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={priceText(value)}
      min={PRICE_SLIDER_MIN}
      max={end}
      step={STEP}
      value={value}
      onChange={(event) => {
        changed.current = true
        onChange(Number(event.target.value))
      }}
      onPointerUp={letGo}
      onKeyUp={letGo}
      onBlur={letGo}
      className={classes(
        'price-thumb absolute -inset-x-3.5 -bottom-[20px] h-11 w-[calc(100%+28px)] appearance-none bg-transparent',
        onTop && 'z-10',
      )}
    />
  )
}

/** A price typed in pounds. It is applied when the field is left or Enter is pressed. */
function PriceField({
  label,
  value,
  onCommit,
}: {
  label: string
  value: number
  onCommit: (pounds: number) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const commit = () => {
    if (typed === undefined) return
    const pence = toPence(typed.replaceAll(/[£,+\s]/g, ''))
    if (pence !== undefined) onCommit(Math.round(pence / 100))
    setTyped(undefined)
  }
  return (
    <div className="flex h-[50px] items-center justify-between rounded-field border-[1.5px] border-field bg-surface px-3.5 focus-within:outline-[3px] focus-within:outline-offset-2 focus-within:outline-focus">
      <label htmlFor={id} className="text-detail text-muted">
        {label}
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? priceText(value)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) {
            event.preventDefault()
            commit()
          }
        }}
        className="tabular h-full w-20 bg-transparent text-right text-value font-bold outline-none! shadow-none!"
      />
    </div>
  )
}
