/** What customers say about the brand, from the customer-review service. */
export { LateSiteReviews } from './LateSiteReviews'
