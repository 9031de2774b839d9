import { toPence } from './money'

/**
 * How much a unit costs less than its earlier price, in pence; undefined without an earlier price.
 */
export function savingOf(unit: { unitPrice: string; fullPrice?: string }): number | undefined {
  const full = toPence(unit.fullPrice)
  const price = toPence(unit.unitPrice)
  return full !== undefined && price !== undefined && full > price ? full - price : undefined
}

/** The most units left that a park's page tells, and that lists tell, where most holidays have few. */
const FEW_LEFT = 5
const FEW_LEFT_IN_LISTS = 2

/** The 'ONLY {n} LEFT' label of a unit, for 1 to 5 units left. */
export function onlyLeftText(unitsLeft: number | undefined): string | undefined {
  return leftText(unitsLeft, FEW_LEFT)
}

/** The label of a holiday in a list, for 1 and 2 units left. */
export function onlyLeftInList(unitsLeft: number | undefined): string | undefined {
  return leftText(unitsLeft, FEW_LEFT_IN_LISTS)
}

function leftText(unitsLeft: number | undefined, most: number): string | undefined {
  return unitsLeft !== undefined && unitsLeft >= 1 && unitsLeft <= most
    ? `ONLY ${unitsLeft} LEFT`
    : undefined
}
