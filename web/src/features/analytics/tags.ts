/**
 * The tag manager and the analytics tag, with the consent signals (consent mode, version 2). They
 * start only after consent, and never on a page with a card form.
 */
import { brand } from '../../brands'

const HOST = 'https://www.googletagmanager.com'

/** The signals for which the banner asks: one choice about measuring visits and adverts. */
const signals = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage'] as const

/** Tags that run in this document. */
export interface RunningTags {
  /** Resolves when the first of them has received the events, or cannot be loaded. */
  received: Promise<void>
  /** Tells them that consent is withdrawn. */
  deny: () => void
}

/**
 * Writes the consent signals, which must come before everything else in the data layer, and loads
 * the tags. Returns undefined where this document lets no tag run: it has no nonce, because the
 * visitor had rejected tags when the server sent it.
 */
export function runTags(): RunningTags | undefined {
  const { tagManager, analytics } = brand
  const nonce = document.querySelector<HTMLElement>('#page-data')?.nonce
  if (!nonce) return undefined
  gtag('consent', 'default', {
    ...all('denied'),
    functionality_storage: 'granted',
    personalization_storage: 'denied',
    security_storage: 'granted',
    wait_for_update: 500,
  })
  gtag('consent', 'update', all('granted'))
  const scripts: Promise<void>[] = []
  if (tagManager.id) {
    dataLayer().push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    scripts.push(addScript(`${HOST}/gtm.js?id=${tagManager.id}`, nonce))
  }
  if (analytics.id) {
    gtag('js', new Date())
    gtag('config', analytics.id)
    scripts.push(addScript(`${HOST}/gtag/js?id=${analytics.id}`, nonce))
  }
  return {
    received: Promise.race(scripts),
    deny: () => gtag('consent', 'update', all('denied')),
  }
}

/** Adds a command to the data layer. Commands are arguments objects: arrays would be ignored. */
function gtag(..._command: unknown[]): void {
  dataLayer().push(arguments)
}

function dataLayer(): unknown[] {
  return (window.dataLayer ??= [])
}

function all(state: 'granted' | 'denied') {
  return Object.fromEntries(signals.map((signal) => [signal, state]))
}

function addScript(src: string, nonce: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.async = true
    script.nonce = nonce
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => resolve())
    document.head.append(script)
  })
}
