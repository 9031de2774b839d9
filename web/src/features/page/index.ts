/** What all pages share: the frame, the head, the document, the session, and the events of navigation. */
export {
  documentReducer,
  pageHydrated,
  pageMissing,
  pageServerRendered,
  passedGate,
  selectMissingPath,
  selectServerRendered,
  type RootWithDocument,
} from './document'
export { isWrittenByForm, useEntryState, WRITTEN_BY_FORM } from './entry-state'
export {
  addressOpened,
  bookingAbandoned,
  homeVisited,
  menuLinkFollowed,
  routeChanged,
  unavailableUnit,
} from './events'
export { useFreshDocument } from './fresh-document'
export { isBookingPath, isPaymentPath } from './paths'
export { Page } from './Page'
export { PageHeader } from './PageHeader'
export { SceneCard } from './SceneCard'
export { resultsViewChosen, sessionReducer, type SessionState } from './session'
