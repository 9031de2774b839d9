/**
 * Events for the tag manager. Nothing is sent or loaded before the visitor
 * agrees: events wait in memory, go out on 'OK' and are dropped on 'Reject'.
 */
import { brand } from '../../brands'

export type EventFields = Readonly<Record<string, unknown>>

type Consent = 'unknown' | 'accepted' | 'rejected'

/** Events kept while the visitor has not chosen. */
const QUEUE_LIMIT = 100

let consent: Consent = 'unknown'
let queue: Record<string, unknown>[] = []
let tagsLoaded = false

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Sends an event by the specification's name; fields that are undefined are left out. */
export function track(event: string, fields: EventFields = {}): void {
  const entry = Object.fromEntries(
    Object.entries({ event, ...fields }).filter(([, value]) => value !== undefined),
  )
  if (consent === 'accepted') push(entry)
  else if (consent === 'unknown' && queue.length < QUEUE_LIMIT) queue.push(entry)
}

/** Start-up step 1: the consent that earlier visits left decides whether the tags load now. */
export function startAnalytics(earlier: Consent): void {
  if (brand.tagManager.id || brand.analytics.id) {
    push(['consent', 'default', { ad_storage: 'denied', analytics_storage: 'denied' }])
  }
  if (earlier === 'accepted') acceptAnalytics()
  else consent = earlier
}

/** 'OK' was clicked: what waited goes out, the tags load. */
export function acceptAnalytics(): void {
  consent = 'accepted'
  loadTags()
  for (const entry of queue.splice(0)) push(entry)
}

/** 'Reject' was clicked: what waited is dropped and nothing more is sent. */
export function rejectAnalytics(): void {
  consent = 'rejected'
  queue = []
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
