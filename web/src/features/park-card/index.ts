/**
 * Shared by park cards and park pages: badge, rating, icons of features, and the
 * addresses of its pages.
 */
export { Badge } from './Badge'
export { Feature } from './Feature'
export { affiliateLabel, affiliateOperator, parkPath } from './park-links'
export { Score } from './Score'
