/** Events and error reports for the tag manager, and the consent that they need. */
export { errorShown, failureReporter } from './errors'
export { watchLinks } from './links'
export { acceptAnalytics, rejectAnalytics, startAnalytics, track, trackOnce } from './events'
export type { EventFields, EventName } from './event-table'
