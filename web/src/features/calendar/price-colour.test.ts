import { expect, it } from 'vitest'
import { priceShare } from './price-colour'

it.each([
  ['the cheapest', 96, 96, 400, 0],
  ['the dearest of a wide season', 400, 96, 400, 1],
  ['the dearest of a season that differs little', 105, 100, 105, 0.1],
  ['the only price', 96, 96, 96, 0],
  ['nothing', 0, 0, 0, 0],
])('the place of %s in the scale of colours', (_, price, lowest, highest, share) => {
  expect(priceShare(price, lowest, highest)).toBeCloseTo(share)
})
