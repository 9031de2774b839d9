/**
 * Events for the tag manager. Before the visitor agrees, nothing is sent or loaded: events wait in
 * memory, are sent on 'OK' and dropped on 'Reject'. On a page with a card form no tag runs at all.
 * With consent, the events of such a page wait in session storage, and the next page without a card
 * form sends them.
 */
import { brand } from '../../brands'
import { isFirst, takeStored, store } from './stored'

export type EventFields = Readonly<Record<string, unknown>>

type Consent = 'unknown' | 'accepted' | 'rejected'
type Entry = Readonly<Record<string, unknown>>

/** The largest number of events that wait for the visitor's choice. */
const QUEUE_LIMIT = 100

let consent: Consent = 'unknown'
let queue: Entry[] = []
let tagsLoaded = false
let besideCardForm = false

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Sends an event under the specification's name. Undefined fields are omitted. */
export function track(event: string, fields: EventFields = {}): void {
  const entry = Object.fromEntries(
    Object.entries({ event, ...fields }).filter(([, value]) => value !== undefined),
  )
  if (consent === 'accepted') send(entry)
  else if (consent === 'unknown' && queue.length < QUEUE_LIMIT) queue.push(entry)
}

/** Sends an event once for each `id` in this tab, even when the page is loaded again. */
export function trackOnce(event: string, id: string, fields: EventFields): void {
  if (consent !== 'rejected' && isFirst(`${event}:${id}`)) track(event, fields)
}

/**
 * Start-up step 1: the consent of an earlier visit decides whether the tags load
 * now. `cardForm` is true when this document has a card form.
 */
export function startAnalytics(earlier: Consent, { cardForm = false } = {}): void {
  besideCardForm = cardForm
  if (!cardForm && (brand.tagManager.id || brand.analytics.id)) {
    push(['consent', 'default', { ad_storage: 'denied', analytics_storage: 'denied' }])
  }
  if (earlier === 'accepted') acceptAnalytics()
  else consent = earlier
}

/** After 'OK': sends the events that waited and loads the tags. */
export function acceptAnalytics(): void {
  consent = 'accepted'
  if (!besideCardForm) {
    loadTags()
    for (const entry of takeStored()) push(entry)
  }
  for (const entry of queue.splice(0)) send(entry)
}

/** After 'Reject': drops the events that waited, and sends no more. */
export function rejectAnalytics(): void {
  consent = 'rejected'
  queue = []
  takeStored()
}

function send(entry: Entry) {
  if (besideCardForm) store(entry)
  else push(entry)
}

function push(entry: unknown) {
  window.dataLayer ??= []
  window.dataLayer.push(entry)
}

function loadTags() {
  if (tagsLoaded) return
  tagsLoaded = true
  const { tagManager, analytics } = brand
  if (tagManager.id) addScript(`https://www.googletagmanager.com/gtm.js?id=${tagManager.id}`)
  if (analytics.id) addScript(`https://www.googletagmanager.com/gtag/js?id=${analytics.id}`)
}

function addScript(src: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}
