/** The pages of deals and the functions that load their data, for the route table. */
import { dealsData } from './deals'

export { LateDealsPage, OffersPage } from './DealsPage'
export const lateDealsData = dealsData('late')
export const offersData = dealsData('reduced')
