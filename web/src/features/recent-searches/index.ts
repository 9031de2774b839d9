/** The visitor's last searches, kept in this browser. */
export { recentSearches, rememberSearch } from './recent'
export { RecentSearches } from './RecentSearches'
