import { dealsData } from './deals'
import { DealsPage } from './DealsPage'

/** /last-minute-deals: of each park the cheapest stay that begins within 28 days. */
export function LateDealsPage() {
  return <DealsPage kind="late" />
}

export const lateDealsData = dealsData('late')
