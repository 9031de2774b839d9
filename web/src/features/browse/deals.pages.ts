/** The pages of deals and the functions that load their data, for the route table. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { loadPage, type ContentRoot } from '../content'
import { dealsData, readDealsQuery, type DealsRoot } from './deals'
import { OFFERS_TEXT } from './offers-text'

type Dispatch = ThunkDispatch<DealsRoot & ContentRoot, unknown, UnknownAction>

export { LateDealsPage, OffersPage } from './DealsPage'
export const lateDealsData = dealsData('late')

/** Loads the deals of /offers and, for the first page of all, the text of the CMS. */
export const offersData =
  (_: unknown, query: string) =>
  async (dispatch: Dispatch, getState: () => DealsRoot & ContentRoot) => {
    const { channel, page } = readDealsQuery(query)
    const text = channel === undefined && page === 1 ? OFFERS_TEXT : undefined
    await Promise.all([
      dealsData('reduced')(_, query)(dispatch, getState),
      text && loadPage(text)(dispatch, getState),
    ])
  }
