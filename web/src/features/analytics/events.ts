/**
 * Events for the tag manager. Before the visitor agrees, nothing is sent or loaded: events wait in
 * memory, are sent on 'OK' and dropped on 'Reject'. On a page with a card form no tag runs at all.
 * After consent, events that the tag manager has not received yet are also in session storage, so
 * that the next document sends what this one could not.
 */
import { brand } from '../../brands'
import type { EventName, FieldsArgument } from './event-table'
import {
  clearStored,
  type Entry,
  forgetFirsts,
  noteFirst,
  keepFirsts,
  store,
  stored,
} from './stored'
import { runTags, type RunningTags } from './tags'

type Consent = 'unknown' | 'accepted' | 'rejected'

/** The largest number of events that wait for the visitor's choice. */
const QUEUE_LIMIT = 100

let consent: Consent = 'unknown'
let queue: Entry[] = []
let besideCardForm = false
/** Events are stored, because no tag has received them yet. */
let storing = true
/** Events go into the data layer. */
let pushing = false
/** The tags that run in this document. */
let tags: RunningTags | undefined

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Sends an event under the specification's name. Undefined fields are omitted. */
export function track<Name extends EventName>(
  event: Name,
  ...[fields]: FieldsArgument<Name>
): void {
  const entry = Object.fromEntries(
    Object.entries({ event, ...fields }).filter(([, value]) => value !== undefined),
  )
  if (consent === 'accepted') send(entry)
  else if (consent === 'unknown' && queue.length < QUEUE_LIMIT) queue.push(entry)
}

/** Sends an event once for each `id` in this tab, even when the page is loaded again. */
export function trackOnce<Name extends EventName>(
  event: Name,
  id: string,
  ...fields: FieldsArgument<Name>
): void {
  if (consent !== 'rejected' && noteFirst(`${event}:${id}`, consent === 'accepted'))
    track(event, ...fields)
}

/**
 * Start-up step 1: the consent of an earlier visit decides whether the tags load
 * now. `cardForm` is true when this document has a card form.
 */
export function startAnalytics(earlier: Consent, { cardForm = false } = {}): void {
  besideCardForm = cardForm
  storing = true
  pushing = false
  if (earlier === 'accepted') acceptAnalytics()
  // Pages may have tracked events before this start.
  else if (earlier === 'rejected') rejectAnalytics()
  else consent = earlier
}

/**
 * After 'OK', in this tab or in another one: loads the tags and sends the events that waited.
 */
export function acceptAnalytics(): void {
  consent = 'accepted'
  keepFirsts()
  for (const entry of queue.splice(0)) send(entry)
  if (besideCardForm || pushing) return
  const configured = brand.tagManager.id !== '' || brand.analytics.id !== ''
  tags = configured ? runTags() : undefined
  // Where the tags cannot run, the events wait in storage for the next document.
  if (configured && !tags) return
  pushing = true
  for (const entry of stored()) push(entry)
  if (!tags) stopStoring()
  else
    void tags.received.then(() => {
      if (pushing) stopStoring()
    })
}

/**
 * After 'Reject', in this tab or in another one: drops the events that waited, and sends no more.
 * Returns whether tags run in this document: only a new document ends them.
 */
export function rejectAnalytics(): boolean {
  consent = 'rejected'
  pushing = false
  queue = []
  clearStored()
  forgetFirsts()
  const running = tags
  tags = undefined
  running?.deny()
  return running !== undefined
}

function stopStoring() {
  storing = false
  clearStored()
}

function send(entry: Entry) {
  if (storing) store(entry)
  if (pushing) push(entry)
}

function push(entry: Entry) {
  window.dataLayer ??= []
  window.dataLayer.push(entry)
}
