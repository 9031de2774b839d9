/** The colours of prices, from the lowest to the highest. */
const SCALE = ['#7fb3a3', '#f4cd6e', '#de7a3e', '#a82e16'] as const

/** The colour of a price. `share` is 0 for the cheapest price and 1 for the dearest. */
export function priceColour(share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (SCALE.length - 1)
  const index = Math.min(SCALE.length - 2, Math.floor(at))
  const percent = Math.round((at - index) * 100)
  return `color-mix(in oklab, ${SCALE[index]}, ${SCALE[index + 1]} ${percent}%)`
}
