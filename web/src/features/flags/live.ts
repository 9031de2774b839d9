import type { Store } from '@reduxjs/toolkit'
import { isPaymentPath } from '../page'
import type { FlagClient, RootWithClient } from './client'

/** How long a search waits for the flags, in ms. */
const SUBMIT_WAIT_MS = 500
/** The pause without a finished request after which a page counts as idle, in ms. */
const QUIET_MS = 3000

/** In mocks mode no server is asked: the flags are those of the recorded init call. */
const mocks = import.meta.env.VITE_MOCKS === 'true'

/** Loads the client of this document, once; undefined where there is none. */
let loadClient: (() => Promise<FlagClient | undefined>) | undefined

/** Reads the flags once the page has loaded and is idle, and follows their changes. */
export function startFlags(store: Store<RootWithClient>): void {
  if (mocks) return
  let loading: Promise<FlagClient | undefined> | undefined
  const load = async () => {
    const { settings } = store.getState().flags
    // Payment pages call no other host.
    if (!settings || (settings.host && isPaymentPath(window.location.pathname))) return undefined
    const { startClient } = await import('./client')
    return startClient(store, settings)
  }
  loadClient = async () => {
    loading ??= load().catch((error: unknown) => {
      console.warn('the feature flags were not loaded', error)
      return undefined
    })
    const client = await loading
    if (!client) loading = undefined
    return client
  }
  whenIdle(() => void loadClient?.())
}

/**
 * Reads the flags again, for at most half a second. Undefined where there is nothing to wait for. A
 * later answer still counts.
 */
export function refreshFlags(): Promise<void> | undefined {
  if (!loadClient) return undefined
  return Promise.race([
    loadClient().then((client) => client?.refresh()),
    new Promise<void>((resolve) => setTimeout(resolve, SUBMIT_WAIT_MS)),
  ])
}

function whenIdle(work: () => void) {
  const finished = () => performance.getEntriesByType('resource').length
  const wait = (before: number) =>
    setTimeout(() => (finished() === before ? work() : wait(finished())), QUIET_MS)
  if (document.readyState === 'complete') wait(finished())
  else window.addEventListener('load', () => wait(finished()), { once: true })
}
