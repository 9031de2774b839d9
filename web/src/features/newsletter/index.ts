/** The newsletter sign-up and the mark that a visitor has signed up for deals. */
export {
  signedUpReducer,
  readSignedUp,
  selectAsksToSignUp,
  signedUpChanged,
  type SignedUpState,
} from './signed-up'
export { ExitPopup } from './ExitPopup'
export { NewsletterBlock, SignUpFields } from './NewsletterBlock'
export type { SignUpSource } from './signup'
