/**
 * What a park's cards and pages share: its badge, its rating, the icons of its features, the
 * addresses of its pages.
 */
export { Badge } from './Badge'
export { featureIcon } from './feature-icon'
export { affiliateLabel, affiliateOperator, parkPath } from './park-links'
export { Score } from './Score'
