import { createAction, createReducer, type PayloadActionCreator } from '@reduxjs/toolkit'
import { homeVisited } from '../page'

export const browseOperatorRegionsChosen = createAction<{ channelId: string; operatorId: string }>(
  'PAGE_SELECTIONS/SELECT_BROWSE_OPERATOR_REGIONS',
)
export const browseOperatorsChosen = createAction<{ channelId: string }>(
  'PAGE_SELECTIONS/SELECT_BROWSE_OPERATORS',
)
export const browseParksChosen = createAction<{ channelId: string; regionId: string }>(
  'PAGE_SELECTIONS/SELECT_BROWSE_PARKS',
)
export const browseRegionsChosen = createAction<{ channelId: string }>(
  'PAGE_SELECTIONS/SELECT_BROWSE_REGIONS',
)

const none = {}

/** The last choice of an action; the home page resets it. */
const lastOf = <Choice extends object>(chosen: PayloadActionCreator<Choice>) =>
  createReducer<Partial<Choice>>(none, (builder) => {
    builder.addCase(chosen, (_, { payload }) => payload as Partial<Choice>)
    builder.addCase(homeVisited, () => none)
  })

/** What the visitor has chosen on each kind of browse page. */
export const browseSelectionReducers = {
  browseOperatorRegions: lastOf(browseOperatorRegionsChosen),
  browseOperators: lastOf(browseOperatorsChosen),
  browseParks: lastOf(browseParksChosen),
  browseRegions: lastOf(browseRegionsChosen),
}
