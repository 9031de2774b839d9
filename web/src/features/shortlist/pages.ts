/** The shortlist's page, and the function that loads a shared one, for the route table. */
export { shortlistData } from './load'
export { ShortlistPage } from './ShortlistPage'
