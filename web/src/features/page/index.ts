/** What every page shares: its frame, its head, the session and the events of moving about. */
export { bookingAbandoned, homeVisited, routeChanged } from './events'
export { canonicalUrl, writeHead, type PageHead } from './head'
export { Page } from './Page'
export { PageHeader, viewToggleLabel } from './PageHeader'
export {
  resultsViewChosen,
  selectPreviousUrl,
  selectResultsView,
  sessionReducer,
  type ResultsView,
  type SessionState,
} from './session'
