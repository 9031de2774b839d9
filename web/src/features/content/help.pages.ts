/** The page of /help and the function that loads its data, for the route table. */
import { loadPage } from './state'

export { HelpPage } from './HelpPage'

/** Loads what the page shows first. */
export const helpData = () => loadPage({ slug: 'help' })
