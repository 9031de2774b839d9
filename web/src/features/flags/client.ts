/** The client of the feature flags: GrowthBook's SDK, its attributes and its storage. */
import {
  configureCache,
  GrowthBook,
  setPolyfills,
  type TrackingCallback,
} from '@growthbook/growthbook'
import type { Store } from '@reduxjs/toolkit'
import type { FlagSettings } from '../../api'
import { track } from '../analytics'
import type { CampaignRoot } from '../campaign'
import { selectConsent, type ConsentState } from '../consent'
import { attributesOf } from './attributes'
import { defaults, type FlagKey, flagsEvaluated, type RootWithFlags } from './state'
import { forget, remember } from './visitor'

const MINUTE_MS = 60_000
/** How long the start waits for the flags, in ms. */
const START_WAIT_MS = 2000

export type RootWithClient = RootWithFlags & CampaignRoot & { consent: ConsentState }

export interface FlagClient {
  /** Reads the flags again. */
  refresh: (timeout: number) => Promise<void>
}

const viewed: TrackingCallback = ({ key }, result) =>
  track('experiment_viewed', { experimentId: key, variationId: result.key })

/**
 * Reads the flags and puts their values into the state whenever they change. Experiments run only
 * with consent.
 */
export async function startClient(
  store: Store<RootWithClient>,
  settings: FlagSettings,
): Promise<FlagClient> {
  const consented = () => selectConsent(store.getState()) === 'accepted'
  configureCache({
    cacheKey: 'gbFeaturesCache',
    staleTTL: MINUTE_MS,
    maxAge: 4 * 60 * MINUTE_MS,
    maxEntries: 10,
    disableIdleStreams: false,
    idleStreamInterval: 20_000,
  })
  setPolyfills({ localStorage: storageWith(consented) })
  let choice = selectConsent(store.getState())
  let book: GrowthBook
  /** Replaces the client. The one before publishes nothing more, also where it has not started yet. */
  const start = async () => {
    const attributes = attributesOf(store.getState())
    const next = makeBook(settings, attributes, consented(), () => {
      if (next === book) publish(next, store)
    })
    book = next
    await next.init({ streaming: true, timeout: START_WAIT_MS })
    if (next !== book) next.destroy()
  }
  if (consented()) remember()
  const started = start()
  const look = watchPage(() => void book.setAttributes(attributesOf(store.getState())))
  store.subscribe(() => {
    const now = selectConsent(store.getState())
    if (now !== choice) {
      choice = now
      if (consented()) remember()
      else forget()
      book.destroy()
      void start()
    } else look()
  })
  await started
  return { refresh: (timeout) => book.refreshFeatures({ timeout, skipCache: true }) }
}

/**
 * Calls back when the address or the title of the page has changed. The title may change later, and is
 * watched; the address is looked at by the function that it returns.
 */
function watchPage(changed: () => void): () => void {
  const page = () => `${window.location.href} ${document.title}`
  let before = page()
  const look = () => {
    const now = page()
    if (now === before) return
    before = now
    changed()
  }
  new MutationObserver(look).observe(document.head, { childList: true, subtree: true })
  return look
}

function makeBook(
  settings: FlagSettings,
  attributes: Readonly<Record<string, string>>,
  enabled: boolean,
  renderer: () => void,
): GrowthBook {
  return new GrowthBook({
    apiHost: settings.host || window.location.origin,
    clientKey: settings.clientKey,
    decryptionKey: settings.decryptionKey,
    enabled,
    attributes,
    trackingCallback: viewed,
    renderer,
    // Flags choose between what the product contains: a host of flags must not change pages itself.
    disableVisualExperiments: true,
    disableJsInjection: true,
    disableUrlRedirectExperiments: true,
    disableDevTools: true,
  })
}

/**
 * Puts the values of the product's flags into the state. A flag that the service does not have has its
 * default; one whose value could not be read keeps the last one.
 */
function publish(book: GrowthBook, store: Store<RootWithClient>) {
  const before = store.getState().flags.values
  const values: Partial<Record<FlagKey, boolean>> = {}
  const answered = book.getDecryptedPayload().features !== undefined
  for (const key of Object.keys(defaults) as FlagKey[]) {
    const { value, on, source } = evaluate(book, key)
    if (value !== null && value !== undefined) values[key] = on
    else if (answered && source === 'unknownFeature') values[key] = defaults[key]
  }
  const changed = Object.entries(values).some(([key, value]) => before[key as FlagKey] !== value)
  if (changed || !store.getState().flags.live) store.dispatch(flagsEvaluated(values))
}

/** The value of a flag; nothing where the flag is malformed. */
function evaluate(
  book: GrowthBook,
  key: FlagKey,
): { value?: unknown; on: boolean; source?: string } {
  try {
    return book.evalFeature<unknown>(key)
  } catch (error) {
    console.warn(`the flag ${key} could not be evaluated`, error)
    return { on: false }
  }
}

/** Local storage with consent; without it, flags are kept in memory only. */
function storageWith(consented: () => boolean) {
  return {
    getItem: (key: string) => (consented() ? localStorage.getItem(key) : null),
    setItem: (key: string, value: string) => {
      if (consented()) localStorage.setItem(key, value)
    },
  }
}
