import '../ui/styles.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { browserHistory, Router } from '../router'
import { answerFrom, sendThrough } from '../api'
import { brand, checkConfiguration, readSettings } from '../brands'
import { failureReporter, watchLinks } from '../features/analytics'
import { pageServerRendered, pageMissing, passedGate } from '../features/page'
import { watchErrors } from '../features/error-reporting'
import { startFlags } from '../features/flags'
import { LEAVING } from '../ui'
import { App } from './App'
import { hydrationFailed, isChunkError } from './chunk-reload'
import { CACHE_CLEARED } from './persistence'
import { watchIntent } from './intent'
import { openPage, preparePage } from './open-page'
import { NOT_FOUND } from './routes'
import { hasPassedGate, inlinedAnswers, start, startHydrated } from './start'
import { makeStore, persist } from './store'
import { tabStorage } from './tab-storage'

checkConfiguration(brand)

const store = makeStore(failureReporter)
const history = browserHistory()
const persistor = persist(store, tabStorage())

for (const left of ['pagehide', LEAVING]) window.addEventListener(left, () => persistor.flush())
window.addEventListener(CACHE_CLEARED, () => persistor.pause())

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
readSettings(root)
watchErrors(isChunkError)

watchLinks(document)
watchIntent(document)

/** The buttons that were pressed before the page reacted (index.html). */
interface PressedEarly {
  cookieAnswer?: HTMLElement
  pressedEarly?: HTMLElement | null
}

/** Whether the server says that this page does not exist. */
function isMissing(root: HTMLElement): boolean {
  return root.dataset.missing !== undefined
}

/**
 * Hydrates the page that the server rendered: loads its chunks, reads the answers in the document, then
 * calls hydrateRoot.
 */
async function hydrate(root: HTMLElement): Promise<void> {
  const { pathname, search } = window.location
  const address = isMissing(root) ? { pathname: NOT_FOUND, search: '' } : { pathname, search }
  store.dispatch(pageServerRendered())
  store.dispatch(sendThrough(answerFrom(inlinedAnswers())))
  // First the slices: what the page loads is kept in them.
  await preparePage(store, address.pathname)
  await openPage(store, address)
  store.dispatch(sendThrough(undefined))
  const onHydrated = () => {
    void startHydrated(store, persistor).then(() => {
      delete root.dataset.rendered
      root.dataset.hydrated = ''
      // Only now: the saved state, which comes with the start, would replace what it changes.
      const { cookieAnswer, pressedEarly } = window as PressedEarly
      for (const pressed of [cookieAnswer, pressedEarly]) if (pressed?.isConnected) pressed.click()
      startFlags(store)
    })
  }
  // As a transition, React hydrates in steps of 5 ms, between which the page reacts.
  startTransition(() => {
    hydrateRoot(
      root,
      <Provider store={store} serverState={store.getState()}>
        <Router history={history}>
          <App onHydrated={onHydrated} />
        </Router>
      </Provider>,
    )
  })
}

if (hasPassedGate()) store.dispatch(passedGate())
if (isMissing(root)) store.dispatch(pageMissing(window.location.pathname))

if (root.dataset.rendered === undefined) {
  void start(store, persistor).then(() => startFlags(store))
  createRoot(root).render(
    <Provider store={store}>
      <Router history={history}>
        <App />
      </Router>
    </Provider>,
  )
} else hydrate(root).catch(hydrationFailed)
