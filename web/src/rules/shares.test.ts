import { expect, it } from 'vitest'
import { equalShares } from './shares'

it.each([
  [14_000, 2, 0, [7000, 7000]],
  [10_000, 3, 0, [3334, 3333, 3333]],
  [10_000, 2, 1, [3334, 3333]],
  [100, 1, 0, [100]],
])('divides %i pence among %i, and %i more', (amount, people, others, shares) => {
  expect(equalShares(amount, people, others)).toEqual(shares)
})
