import { toPence } from './money'
import { PRICE_SLIDER_MAX } from './settings'

/** Whether a price in pounds is within the sliders; at the cap there is no upper limit. */
export function isPriceWithin(price: string, min: number, max: number): boolean {
  const pence = toPence(price)
  if (pence === undefined || pence < min * 100) return false
  return max >= PRICE_SLIDER_MAX || pence <= max * 100
}
