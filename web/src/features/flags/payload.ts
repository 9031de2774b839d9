/** The flags of a host: read, kept for four hours, and followed (specification, 'Feature flags'). */
import type { FlagSettings } from '../../api'

/** What a host answers: its flags, or the same encrypted, with all that their rules need. */
export interface FlagPayload {
  features?: Readonly<Record<string, unknown>>
  encryptedFeatures?: string
}

/** A payload as it is kept: with the time it came, in ms, and whether its host has a stream. */
interface KeptPayload {
  data: FlagPayload
  at: number
  streams: boolean
}

export const CACHE_KEY = 'gbFeaturesCache'
const MAX_ENTRIES = 10
const FRESH_MS = 60_000
const MAX_AGE_MS = 4 * 60 * 60_000
/** After this time, a hidden page no longer follows the flags. */
const HIDDEN_MS = 20_000
/** How often in a row the browser reconnects by itself. */
const MAX_ERRORS = 3
const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * Reads the flags of a host and follows their changes. `received` gets each payload that is newer than
 * the one before: first the one that was kept, if it is not too old. `mayKeep` says whether the visitor
 * has agreed to storage.
 */
export function followFlags(
  { host, clientKey }: Pick<FlagSettings, 'host' | 'clientKey'>,
  mayKeep: () => boolean,
  received: (payload: FlagPayload) => Promise<void>,
) {
  const origin = host || window.location.origin
  const entry = `${origin}||${clientKey}`
  let current: KeptPayload | undefined
  // Requests and events are numbered in the order in which they began.
  let begun = 0
  let latest = 0
  let isFollowing = false

  const save = () => {
    if (current && mayKeep()) writeEntry(entry, current)
  }
  /** Uses what request or event `number` brought, unless a later one has brought something. */
  const take = async (number: number, data: unknown, streams: boolean) => {
    if (!isPayload(data)) throw new Error('the answer has no flags')
    if (number < latest) return
    latest = number
    current = { data, at: Date.now(), streams }
    save()
    await received(data)
  }
  const follow = () => {
    if (isFollowing || !current?.streams) return
    isFollowing = true
    try {
      openStream(`${origin}/sub/${clientKey}`, (data) => take(++begun, data, true), read)
    } catch (error) {
      console.warn('the feature flags cannot be followed', error)
    }
  }
  /** Reads the flags now. Where that fails, they stay as they are. */
  const read = async () => {
    const number = ++begun
    try {
      const answer = await fetch(`${origin}/api/features/${clientKey}`)
      if (!answer.ok) throw new Error(`the host answered ${answer.status}`)
      const streams = answer.headers.get('x-sse-support') === 'enabled'
      await take(number, await answer.json(), streams)
      follow()
    } catch (error) {
      console.warn('the feature flags were not read', error)
    }
  }

  const start = async () => {
    current = mayKeep() ? readEntry(entry) : undefined
    if (!current) return read()
    follow()
    await received(current.data)
    if (Date.now() - current.at >= FRESH_MS) void read()
  }
  return { started: start(), read, save }
}

function isPayload(data: unknown): data is FlagPayload {
  const { features, encryptedFeatures } = (data ?? {}) as FlagPayload
  return (
    (typeof features === 'object' && features !== null) || typeof encryptedFeatures === 'string'
  )
}

type Entry = [key: string, kept?: KeptPayload]

function readEntries(): Entry[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(CACHE_KEY) ?? '[]')
    return Array.isArray(entries) ? entries.filter((one): one is Entry => Array.isArray(one)) : []
  } catch {
    return []
  }
}

/** The kept payload of a host, unless it is too old, or of a time that has not come. */
function readEntry(key: string): KeptPayload | undefined {
  const kept = readEntries().find((one) => one[0] === key)?.[1]
  const age = Date.now() - (kept?.at ?? NaN)
  return age >= 0 && age < MAX_AGE_MS && isPayload(kept?.data) ? kept : undefined
}

function writeEntry(key: string, kept: KeptPayload): void {
  const others = readEntries().filter(([other]) => other !== key)
  try {
    const entries = [...others, [key, kept]].slice(-MAX_ENTRIES)
    localStorage.setItem(CACHE_KEY, JSON.stringify(entries))
  } catch {
    // Storage that is full or blocked keeps nothing.
  }
}

/**
 * Receives the payloads of an event stream while the page is visible. It calls `read` after a pause, and
 * when the stream only says that the flags have changed. The browser reconnects after a lost connection;
 * after a refusal or several errors, this function does, at growing intervals.
 */
function openStream(
  address: string,
  received: (payload: unknown) => Promise<void>,
  read: () => Promise<void>,
): void {
  let stream: EventSource | undefined
  let errors = 0
  let timer: ReturnType<typeof setTimeout>
  const open = () => {
    const opened = new EventSource(address)
    stream = opened
    opened.addEventListener('features', ({ data }: MessageEvent<string>) => {
      const take = async () => received(JSON.parse(data))
      take().catch((error: unknown) => console.warn('flags that cannot be read', error))
    })
    opened.addEventListener('features-updated', () => void read())
    opened.addEventListener('open', () => (errors = 0))
    opened.addEventListener('error', () => {
      if (stream !== opened) return
      errors++
      if (opened.readyState !== EventSource.CLOSED && errors <= MAX_ERRORS) return
      opened.close()
      stream = undefined
      if (document.visibilityState !== 'visible') return
      // With a share of chance, so that pages do not come back all at once.
      const pause = 2 ** errors * 1000 * (1 + Math.random())
      timer = setTimeout(open, Math.min(pause, LONGEST_PAUSE_MS))
    })
  }
  const close = () => {
    stream?.close()
    stream = undefined
  }
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') timer = setTimeout(close, HIDDEN_MS)
    else if (!stream) {
      open()
      void read()
    }
  })
  if (document.visibilityState === 'visible') open()
}
