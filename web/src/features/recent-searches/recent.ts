import { isRecentSearch, remembered, without, type RecentSearch } from '../../rules/recent-searches'
import { deviceList } from '../../ui'

/** The visitor's last searches, in this browser alone. */
export const recentSearches = deviceList<RecentSearch>('recentSearches', isRecentSearch)

/** Remembers a search that was made. Where the browser stores nothing, it is forgotten. */
export function rememberSearch(search: RecentSearch): void {
  recentSearches.write(remembered(recentSearches.read(), search))
}

export function forgetSearch(search: RecentSearch): void {
  recentSearches.write(without(recentSearches.read(), search))
}
