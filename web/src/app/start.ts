import { brand } from '../brands'
import { startAnalytics } from '../features/analytics'
import { appInit, appReady, initCall } from '../features/catalogue'
import { consentRead, readConsent } from '../features/consent'
import { readSignedUp, signedUpChanged } from '../features/newsletter'
import { homeVisited } from '../features/page'
import { applyUrlQuery, loadCachedAvailability } from '../features/search'
import type { InitData } from '../api'
import type { Persistor } from './persistence'
import type { AppDispatch, AppStore } from './store'

/** The element in which the server may have inlined the answer of the init call. */
const INIT_ELEMENT = 'init-data'

/**
 * Start-up, in the specified order: analytics, icons, saved state, init,
 * prices if wanted, service workers. Resolves when saved state is back and
 * init has been asked for; pages wait for `ready` in state.
 */
export async function start(store: AppStore, persistor: Persistor): Promise<void> {
  const choice = readConsent()
  startAnalytics(choice)
  store.dispatch(consentRead(choice))
  addIcons()
  await persistor.restore()
  store.dispatch(signedUpChanged(readSignedUp()))
  await store.dispatch(loadInit())
  unregisterServiceWorkers()
}

/**
 * The init call, and what waits for it: the address is applied, `ready` is
 * set, prices are asked for. The server's inlined answer spares the request.
 */
export function loadInit() {
  return async (dispatch: AppDispatch): Promise<void> => {
    dispatch(appInit())
    const inlined = inlinedInit()
    const result = inlined
      ? dispatch(initCall.accept(undefined, inlined))
      : await dispatch(initCall.run())
    if (!result.ok) return
    const { pathname, search } = window.location
    if (pathname === '/') dispatch(homeVisited())
    dispatch(applyUrlQuery(search))
    dispatch(appReady())
    void dispatch(loadCachedAvailability(pathname))
  }
}

function inlinedInit(): InitData | undefined {
  const text = document.getElementById(INIT_ELEMENT)?.textContent
  if (!text) return undefined
  try {
    const body = JSON.parse(text) as { success?: unknown; data?: InitData }
    return Number(body.success) === 1 ? body.data : undefined
  } catch {
    return undefined
  }
}

/** Favicon, app icon and manifest, under the brand's own prefix. */
export function addIcons(): void {
  const links = [
    { rel: 'icon', href: 'favicon.ico' },
    { rel: 'apple-touch-icon', href: 'apple-touch-icon.png' },
    { rel: 'manifest', href: 'manifest.json' },
  ]
  for (const { rel, href } of links) {
    if (document.head.querySelector(`link[rel="${rel}"]`)) continue
    const link = document.createElement('link')
    link.rel = rel
    link.href = `/${brand.siteCode}/${href}`
    document.head.append(link)
  }
}

function unregisterServiceWorkers() {
  if (!('serviceWorker' in navigator)) return
  void navigator.serviceWorker
    .getRegistrations()
    .then((found) => Promise.all(found.map((registration) => registration.unregister())))
    .catch((error: unknown) => console.warn('service workers were not unregistered', error))
}
