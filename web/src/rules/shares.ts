import type { Pence } from './money'

/**
 * An amount in equal parts for a number of people, to the penny: the first ones pay a penny more where
 * it cannot be divided. With `others`, that many more parts are left out, such as one's own.
 */
export function equalShares(amount: Pence, people: number, others = 0): Pence[] {
  const parts = people + others
  const each = Math.floor(amount / parts)
  const more = amount - each * parts
  return Array.from({ length: people }, (_, index) => each + (index < more ? 1 : 0))
}
