import type { BrowserContext } from 'playwright-core'
import type { EventName } from '../web/src/features/analytics/event-table'
import { eventTable } from '../web/src/features/analytics/event-table'

/** What a page put into the data layer: an event, or a consent command. */
export type Entry = Readonly<Record<string, unknown>> | readonly unknown[]

/** The tag manager as a visitor's browser meets it. */
export interface TagManager {
  /** Everything that it received, in order, from all documents. */
  received: Entry[]
  /** The names of the events that it received, without its own. */
  names(): string[]
  /** The addresses that were requested of any host but the site's and the card provider's. */
  foreign: string[]
}

/** What runs in place of the tag manager: it reports what is in the data layer and what is added, and sets a cookie. */
const recorder = `
  document.cookie = '_ga=GA1.1.1; Path=/; Max-Age=3600; Secure'
  localStorage.setItem('_gcl_ls', '1')
  window.tagRuns = document.currentScript.nonce
  const layer = (window.dataLayer = window.dataLayer || [])
  const report = (entry) => window.reportEntry(JSON.stringify(
    Object.prototype.toString.call(entry) === '[object Arguments]' ? Array.from(entry) : entry))
  layer.splice(0).forEach((entry) => { report(entry); Array.prototype.push.call(layer, entry) })
  layer.push = (...entries) => { entries.forEach(report); return Array.prototype.push.apply(layer, entries) }
`

/** Answers all requests to foreign hosts, and records them and what the tag manager gets. */
export async function recordTags(context: BrowserContext, siteUrl: string): Promise<TagManager> {
  const received: Entry[] = []
  const foreign: string[] = []
  const { port } = new URL(siteUrl)
  await context.exposeFunction('reportEntry', (entry: string) => {
    received.push(JSON.parse(entry) as Entry)
  })
  // The simulated card provider is another site (localhost) at the same server.
  const own = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  await context.route(
    (url) => url.protocol.startsWith('http') && !own.has(url.host),
    async (route) => {
      const url = route.request().url()
      foreign.push(url)
      await (url.startsWith('https://www.googletagmanager.com/gtm.js')
        ? route.fulfill({ contentType: 'text/javascript', body: recorder })
        : route.abort())
    },
  )
  const names = () =>
    received.flatMap((entry) =>
      'event' in entry && entry.event !== 'gtm.js' ? [String(entry.event)] : [],
    )
  return { received, names, foreign }
}

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  items: (value) => Array.isArray(value) && value.length > 0,
}

/** How an event differs from the table of events; empty where it does not. */
export function faultsOf(entry: Readonly<Record<string, unknown>>): string[] {
  const { event, ...fields } = entry
  const listed: Readonly<Record<string, string>> | undefined = eventTable[event as EventName]
  if (!listed) return [`${String(event)} is not in the table`]
  const faults = Object.entries(listed).flatMap(([name, kind]) => {
    const own = name.replace(/\?$/, '')
    if (!(own in fields)) return name === own ? [`${String(event)} lacks ${own}`] : []
    return kinds[kind]?.(fields[own])
      ? []
      : [`${String(event)}: ${own} is ${JSON.stringify(fields[own])}, not ${kind}`]
  })
  const known = new Set(Object.keys(listed).map((name) => name.replace(/\?$/, '')))
  const more = Object.keys(fields).filter((name) => !known.has(name))
  return [...faults, ...more.map((name) => `${String(event)} has ${name}`)]
}
