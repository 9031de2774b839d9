/** What customers say about the brand, from the customer-review service. */
export { LazySiteReviews } from './LazySiteReviews'
