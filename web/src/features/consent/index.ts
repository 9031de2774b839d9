/** Cookie consent: the banner, the choice and its evidence. */
export {
  consentRead,
  consentReducer,
  cookieSettingsOpened,
  readConsent,
  selectConsent,
  type Choice,
  type ConsentState,
} from './consent'
export { CookieBanner } from './CookieBanner'
