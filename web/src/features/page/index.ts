/** What every page shares: its frame, its head, the session and the events of moving about. */
export { bookingAbandoned, homeVisited, routeChanged } from './events'
export { Page } from './Page'
export { PageHeader, viewToggleLabel } from './PageHeader'
export { resultsViewChosen, sessionReducer, type ResultsView, type SessionState } from './session'
