/** The shortlist: the button that saves a park, and the link with the number of saved parks. */
export { SaveButton } from './SaveButton'
export { ShortlistLink } from './ShortlistLink'
export { shortlistReducer } from './state'
