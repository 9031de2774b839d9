import { rejectAnalytics, startAnalytics } from '../features/analytics'

interface SentEvent {
  event?: string
}

/**
 * Begins to record the events for the tag manager, for a visitor who agreed. The result returns
 * those of the given names, in the order in which they were sent.
 */
export function recordEvents({ cardForm = false } = {}) {
  rejectAnalytics() // drops what earlier tests left
  window.dataLayer = []
  startAnalytics('accepted', { cardForm })
  return (...names: readonly string[]): SentEvent[] =>
    ((window.dataLayer ?? []) as SentEvent[]).filter(({ event = '' }) => names.includes(event))
}
