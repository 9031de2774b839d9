import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { stillPossible } from '../../rules/recent-searches'
import { ADULTS_DEFAULT } from '../../rules/settings'
import { selectToday } from '../catalogue'
import { recentSearches } from '../recent-searches'
import { applyUrlQuery, arrivalOf, type SearchRoot } from '../search'

/**
 * Puts the visitor's last search into the form, when nothing has been chosen in this tab: after the
 * home page, or on another day.
 */
export function applyLastSearch() {
  return (
    dispatch: ThunkDispatch<SearchRoot, unknown, UnknownAction>,
    getState: () => SearchRoot,
  ): void => {
    const state = getState()
    const [last] = stillPossible(recentSearches.read(), selectToday(state))
    if (last && isUntouched(state)) dispatch(applyUrlQuery(last.query))
  }
}

function isUntouched({ search }: SearchRoot): boolean {
  const { adults, children, under5s, petFriendly, tomorrow } = search
  return (
    arrivalOf(search) === tomorrow &&
    adults === ADULTS_DEFAULT &&
    children + under5s === 0 &&
    !petFriendly
  )
}
