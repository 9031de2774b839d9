/** The newsletter sign-up and the mark that a visitor has signed up for deals. */
export {
  dealsReducer,
  readSignedUp,
  selectSignedUp,
  signedUpChanged,
  type DealsState,
} from './deals'
export { NewsletterBlock, SignUpFields } from './NewsletterForm'
export type { SignUpSource } from './signup'
