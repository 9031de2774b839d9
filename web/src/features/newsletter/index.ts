/** The newsletter sign-up and the mark that a visitor has signed up for deals. */
export {
  dealsReducer,
  readSignedUp,
  selectAsksToSignUp,
  signedUpChanged,
  type DealsState,
} from './deals'
export { ExitPopup } from './ExitPopup'
export { NewsletterBlock, SignUpFields } from './NewsletterBlock'
export type { SignUpSource } from './signup'
