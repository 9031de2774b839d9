/** Cookie consent: the banner, the choice and its evidence. */
export {
  chosen,
  consentRead,
  consentReducer,
  cookieSettingsOpened,
  readConsent,
  selectConsent,
  type Choice,
  type ConsentState,
  selectBannerOpen,
} from './consent'
export { clickCall } from './click'
export { CookieBanner } from './CookieBanner'
export { FirstBanner } from './FirstBanner'
export { followConsent } from './follow'
