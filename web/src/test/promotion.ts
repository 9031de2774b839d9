/** What the promotion's gate says when a visitor has passed it. */
export { promotionPassed } from '../features/promotion/state'
