import { useId, useState } from 'react'
import { priceHistogram } from '../../rules/filters'
import { formatPence, toPence } from '../../rules/money'
import { PRICE_SLIDER_MAX, PRICE_SLIDER_MIN } from '../../rules/settings'
import { classes } from '../../ui'

const BINS = 20
const STEP = 10
const BAR_HEIGHT = 56

/** A price as a slider reads: at the cap there is no upper limit. */
function priceText(pounds: number): string {
  return `${formatPence(pounds * 100)}${pounds >= PRICE_SLIDER_MAX ? '+' : ''}`
}

/** Two thumbs over the distribution of the prices, and two fields for the same numbers. */
export function PriceRange({
  rows,
  min,
  max,
  onMin,
  onMax,
  fields = true,
}: {
  rows: readonly { price: string }[]
  min: number
  max: number
  onMin: (pounds: number) => void
  onMax: (pounds: number) => void
  fields?: boolean
}) {
  const bars = priceHistogram(rows, BINS)
  const highest = Math.max(1, ...bars)
  const binWidth = PRICE_SLIDER_MAX / BINS
  const percent = (pounds: number) =>
    ((pounds - PRICE_SLIDER_MIN) / (PRICE_SLIDER_MAX - PRICE_SLIDER_MIN)) * 100
  return (
    <div>
      <div className="relative mx-3.5">
        <div aria-hidden="true" className="flex items-end gap-0.5" style={{ height: BAR_HEIGHT }}>
          {bars.map((count, bin) => {
            const inside =
              (bin + 1) * binWidth > min && (bin * binWidth < max || max >= PRICE_SLIDER_MAX)
            return (
              <span
                key={bin}
                className={classes('flex-1 rounded-t-[2px]', inside ? 'bg-field' : 'bg-line')}
                style={{ height: count === 0 ? 0 : Math.max(3, (count / highest) * BAR_HEIGHT) }}
              />
            )
          })}
        </div>
        <div className="relative h-1 rounded-full bg-line">
          <span
            className="absolute inset-y-0 bg-ink"
            style={{ left: `${percent(min)}%`, right: `${100 - percent(max)}%` }}
          />
        </div>
        <Thumb label="Lowest price" value={min} onChange={onMin} />
        <Thumb label="Highest price" value={max} onChange={onMax} />
      </div>
      {fields ? (
        <div className="mt-5 grid grid-cols-2 gap-2.5">
          <PriceField label="From" value={min} onCommit={onMin} />
          <PriceField label="To" value={max} onCommit={onMax} />
        </div>
      ) : (
        <div aria-hidden="true" className="mt-4 flex justify-between text-small">
          <span>{priceText(min)}</span>
          <span>{priceText(max)}</span>
        </div>
      )}
    </div>
  )
}

function Thumb({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (pounds: number) => void
}) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={priceText(value)}
      min={PRICE_SLIDER_MIN}
      max={PRICE_SLIDER_MAX}
      step={STEP}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className="price-thumb absolute -inset-x-3.5 -bottom-[20px] h-11 w-[calc(100%+28px)] appearance-none bg-transparent"
    />
  )
}

/** A price typed in pounds; it counts when the field is left or Enter is pressed. */
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
      <label htmlFor={id} className="text-[15px] text-muted">
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
          if (event.key === 'Enter') {
            event.preventDefault()
            commit()
          }
        }}
        className="tabular h-full w-20 bg-transparent text-right text-[17px] font-bold outline-none! shadow-none!"
      />
    </div>
  )
}
