import { contentRoutes } from '../../brands'
import { DEALS_PAGES } from './deals'

const route = contentRoutes.find(({ path }) => path === DEALS_PAGES.reduced.path)

/** The page of the CMS whose text /offers shows, if the brand has one. */
export const OFFERS_TEXT = route && { pageId: route.pageId }
