import { type EventFields, track } from '../analytics'

/**
 * No tag runs beside a card form. Events of the payment pages wait in session
 * storage and go out on the next page without one.
 */
const KEY = 'pending-events'
const LIMIT = 20
const CONSENT = /(?:^|; )acceptSiteCookies=true(?:;|$)/

type Waiting = [event: string, fields: EventFields]

/** Keeps an event, if the visitor has agreed to analytics. */
export function trackLater(event: string, fields: EventFields): void {
  if (!CONSENT.test(document.cookie)) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...waiting(), [event, fields]].slice(-LIMIT)))
  } catch {
    // Storage that is full or blocked keeps no events.
  }
}

/** Hands on what waits. */
export function sendWaitingEvents(): void {
  const events = waiting()
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    return
  }
  for (const [event, fields] of events) track(event, fields)
}

function waiting(): Waiting[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Waiting[]
  } catch {
    return []
  }
}
