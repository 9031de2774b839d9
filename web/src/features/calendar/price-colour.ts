/** The colours of prices, from the lowest to the highest. */
const SCALE = ['#7fb3a3', '#f4cd6e', '#de7a3e', '#a82e16'] as const

/** A season's dearest price is at least this much above its cheapest where it has the last colour. */
const SPREAD = 0.5

/** Where a price lies between a season's cheapest and dearest: from 0 to 1, less where they differ little. */
export function priceShare(price: number, lowest: number, highest: number): number {
  const span = Math.max(highest - lowest, lowest * SPREAD)
  return span > 0 ? (price - lowest) / span : 0
}

/** The colour of a price. `share` is 0 for the cheapest price and 1 for the dearest. */
export function priceColour(share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (SCALE.length - 1)
  const index = Math.min(SCALE.length - 2, Math.floor(at))
  const percent = Math.round((at - index) * 100)
  return `color-mix(in oklab, ${SCALE[index]}, ${SCALE[index + 1]} ${percent}%)`
}
