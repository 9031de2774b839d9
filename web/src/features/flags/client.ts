/** The flags of this document: read, followed, and evaluated for its visitor. */
import type { Store } from '@reduxjs/toolkit'
import type { FlagSettings } from '../../api'
import { track } from '../analytics'
import type { CampaignRoot } from '../campaign'
import { selectConsent, type ConsentState } from '../consent'
import { followFlags, type FlagPayload } from './payload'
import { flagsEvaluated, type FlagValues, type RootWithFlags } from './state'
import type { Exposure } from './rules'
import { valuesOf } from './values'
import { forget, remember, visitorId } from './visitor'

/** How long the start waits for the flags, in ms. */
const START_WAIT_MS = 2000

export type RootWithClient = RootWithFlags & CampaignRoot & { consent: ConsentState }

export interface FlagClient {
  /** Reads the flags again. */
  refresh: () => Promise<void>
}

/**
 * Reads the flags and puts their values into the state whenever they change. Experiments run only
 * with consent.
 */
export async function startClient(
  store: Store<RootWithClient>,
  settings: FlagSettings,
): Promise<FlagClient> {
  const consented = () => selectConsent(store.getState()) === 'accepted'
  let payload: FlagPayload | undefined
  let evaluations = 0
  /** Evaluates the flags. Where that fails, they stay as they are. */
  const evaluate = async () => {
    if (!payload) return
    const evaluation = ++evaluations
    try {
      const { values, exposures } = await valuesOf(
        payload,
        store.getState(),
        { isInExperiments: consented() },
        settings.decryptionKey,
      )
      // A later one knows more.
      if (evaluation !== evaluations) return
      publish(values, store)
      report(exposures)
    } catch (error) {
      console.warn('the feature flags were not evaluated', error)
    }
  }
  if (consented()) remember()
  const flags = followFlags(settings, consented, (next) => {
    payload = next
    return evaluate()
  })
  let choice = selectConsent(store.getState())
  const look = watchPage(() => void evaluate())
  store.subscribe(() => {
    const now = selectConsent(store.getState())
    if (now === choice) return look()
    choice = now
    if (consented()) {
      remember()
      flags.save()
    } else forget()
    void evaluate()
  })
  await Promise.race([
    flags.started,
    new Promise<void>((resolve) => setTimeout(resolve, START_WAIT_MS)),
  ])
  return { refresh: flags.read }
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

function publish(values: FlagValues, store: Store<RootWithClient>) {
  const { live, values: before } = store.getState().flags
  const changed = Object.entries(values).some(
    ([key, value]) => before[key as keyof FlagValues] !== value,
  )
  if (changed || !live) store.dispatch(flagsEvaluated(values))
}

/** The experiments that this document has reported, each with its variation and the visitor's id. */
const reported = new Set<string>()

/** Reports, once each, the variations that the visitor sees. */
function report(exposures: readonly Exposure[]): void {
  for (const exposure of exposures) {
    const key = JSON.stringify([exposure.experimentId, exposure.variationId, visitorId()])
    if (reported.has(key)) continue
    reported.add(key)
    track('experiment_viewed', { ...exposure })
  }
}
