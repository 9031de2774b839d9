/** The content pages and the function that loads their data, for the route table. */
import type { PageQuery } from './calls'
import { loadPage } from './state'

export { ContentPage } from './ContentPage'
export { HelpPage } from './HelpPage'

/** Loads what a content page shows first. */
export const contentData = (query: PageQuery) => () => loadPage(query)

/** Loads the page of /a/:contentId/:keywords. */
export const contentByIdData = ({ contentId = '' }: Readonly<Record<string, string | undefined>>) =>
  loadPage({ pageId: Number(contentId) })
