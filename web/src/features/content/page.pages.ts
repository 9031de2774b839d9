/** The page of a text and the functions that load its data, for the route table. */
import type { PageQuery } from './calls'
import { loadPage } from './state'

export { ContentPage } from './ContentPage'

/** Loads what a content page shows first. */
export const contentData = (query: PageQuery) => () => loadPage(query)

/** Loads the page of /a/:contentId/:keywords. */
export const contentByIdData = ({ contentId = '' }: Readonly<Record<string, string | undefined>>) =>
  loadPage({ pageId: Number(contentId) })
