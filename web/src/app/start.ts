import { brand } from '../brands'
import { startAnalytics } from '../features/analytics'
import { landed, savedUtm, utmRestored } from '../features/campaign'
import { consentRead, followConsent, readConsent, selectConsent } from '../features/consent'
import { readSignedUp, signedUpChanged } from '../features/newsletter'
import { addressOpened, homeVisited, isPaymentPath, pageHydrated } from '../features/page'
import { answerFrom, sendThrough, type InlinedAnswer } from '../api'
import { openInit } from './open-page'
import { pagesAt } from './routes'
import { hasBooking, leaveBooking } from './RouteWatcher'
import type { Persistor } from './persistence'
import { catalogueSlices, ofPage, type AppStore } from './store'

/** The id of the element with the answers that the server put into the page. */
const ANSWERS_ELEMENT = 'page-data'

/**
 * Start-up of a page that the browser renders, in the specified order: analytics, icons, saved
 * state, init, prices if needed, service workers. Resolves when the saved state is restored and
 * init is requested. Pages wait for `ready` in state.
 */
export async function start(store: AppStore, persistor: Persistor): Promise<void> {
  greet(store)
  await persistor.restore()
  store.dispatch(signedUpChanged(readSignedUp()))
  await loadInit(store)
  unregisterServiceWorkers()
}

/**
 * The slices whose values an address can contain. The page shows the search of its address: a saved
 * search must not replace it, not even for a moment. Nor may it replace that of a page to which the
 * visitor has gone meanwhile.
 */
const searchSlices = ['search', 'filters', 'offers']

/** The saved slices that a booking resets when it begins. */
const slicesOfBooking = ['booking', 'bookingForm', 'payment']

/**
 * Start-up of a page that the server has rendered and that is hydrated. Saved state is
 * restored except the values of the address and the catalogue, which the page has brought in a newer
 * version, and no call is repeated.
 *
 * The visitor can press buttons and follow links meanwhile. So everything that takes time comes
 * first, and a booking that has begun since is neither replaced by the saved one nor ended.
 */
export async function startHydrated(store: AppStore, persistor: Persistor): Promise<void> {
  greet(store)
  const opened = window.location.pathname
  const fillers = await searchFillersAt(opened)
  const { pathname, search } = window.location
  const stays = pathname === opened
  const hasBegun = hasBooking(store.getState())
  const showsSearch = 'search' in store.getState()
  const ofSearch = !showsSearch || (stays && pathname !== '/' && search === '') ? [] : searchSlices
  const ofBooking = hasBegun ? slicesOfBooking : []
  await persistor.restore([...catalogueSlices, ...ofSearch, ...ofBooking])
  if (!hasBegun) leaveBooking(store, pathname)
  store.dispatch(signedUpChanged(readSignedUp()))
  if (pathname === '/') store.dispatch(homeVisited())
  store.dispatch(addressOpened(search))
  if (stays) for (const fillSearch of fillers) ofPage(store).dispatch(fillSearch(search))
  store.dispatch(pageHydrated())
  unregisterServiceWorkers()
}

/** What puts the parameters of a path into the search, given the query. */
async function searchFillersAt(pathname: string) {
  const ofPages = pagesAt(pathname).map(async ({ handle, params }) => {
    const fillSearch = await handle.fillSearch()
    return fillSearch ? [(query: string) => fillSearch(params, query)] : []
  })
  return (await Promise.all(ofPages)).flat()
}

/** Whether the server says that this visitor has passed the promotion gate. */
export function hasPassedGate(): boolean {
  return document.getElementById('root')?.dataset.promoPassed !== undefined
}

/** Starts analytics as far as the visitor agreed, restores the cookie choice, and adds icons. */
function greet(store: AppStore): void {
  const choice = readConsent()
  // Who has answered the banner while the page was hydrated has started analytics, or ended it.
  if (selectConsent(store.getState()) === 'unknown')
    startAnalytics(choice, { cardForm: isPaymentPath(window.location.pathname) })
  store.dispatch(consentRead(choice))
  if (choice !== 'rejected') store.dispatch(landed(window.location.search))
  if (choice === 'accepted') store.dispatch(utmRestored(savedUtm()))
  followConsent(store)
  addIcons()
}

/** Makes the init call, from the answer in the page or by a request, and what must follow it. */
export async function loadInit(store: AppStore): Promise<void> {
  const answers = inlinedAnswers()
  // Only the first call, which begins at once, is answered from the page.
  if (answers.length > 0) store.dispatch(sendThrough(answerFrom(answers)))
  const opening = openInit(store, window.location)
  store.dispatch(sendThrough(undefined))
  await opening
}

/** The answers that the server put into the page. */
export function inlinedAnswers(): InlinedAnswer[] {
  const text = document.getElementById(ANSWERS_ELEMENT)?.textContent
  if (!text) return []
  try {
    return JSON.parse(text) as InlinedAnswer[]
  } catch {
    return []
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

/** The scope of the service worker of the pages that guests keep on their phones (ADR 181). */
const POCKET = '/pocket/'

function unregisterServiceWorkers() {
  if (!('serviceWorker' in navigator)) return
  void navigator.serviceWorker
    .getRegistrations()
    .then((found) =>
      Promise.all(
        found
          .filter(({ scope }) => new URL(scope).pathname !== POCKET)
          .map((registration) => registration.unregister()),
      ),
    )
    .catch((error: unknown) => console.warn('service workers were not unregistered', error))
}
