import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { contentRoutes } from '../../brands'
import { loadPage, PageText, type ContentRoot } from '../content'
import { DEALS_PAGES, dealsData, isUnfiltered, readDealsQuery, type DealsRoot } from './deals'
import { DealsPage } from './DealsPage'

const route = contentRoutes.find(({ path }) => path === DEALS_PAGES.reduced.path)

/** The page of the CMS whose text /offers shows, if the brand has one. */
const text = route && { pageId: route.pageId }

/**
 * /offers: of each park the stay whose price was reduced most, and the brand's page of the CMS, unless
 * the list is narrowed.
 */
export function OffersPage() {
  return (
    <DealsPage kind="reduced">
      {text ? <PageText query={text} label="About these holidays" /> : null}
    </DealsPage>
  )
}

/** Loads the deals of /offers and, for the first page of all, the text of the CMS. */
export const offersData =
  (_: unknown, query: string) =>
  async (
    dispatch: ThunkDispatch<DealsRoot & ContentRoot, unknown, UnknownAction>,
    getState: () => DealsRoot & ContentRoot,
  ) => {
    const shown = isUnfiltered(readDealsQuery(query)) ? text : undefined
    await Promise.all([
      dealsData('reduced')(_, query)(dispatch, getState),
      shown && loadPage(shown)(dispatch, getState),
    ])
  }
