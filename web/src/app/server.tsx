/**
 * The entry point of the server's build. It reads the settings that the server was started with from
 * the global `settings`, and sets the global `page` to these functions, with which the server renders
 * one page after another:
 *
 *     siteCode             the brand of this build
 *     begin(address)       opens the page of a path and query
 *     takeCalls()          the calls since the last takeCalls(), as JSON
 *     resolveCalls(json)   the answers to these calls, in the same order. An answer with a `slot` is
 *                          kept there; one without a body is the answer that the slot holds
 *     render()             the HTML of the page in its current state
 */
import { setAutoFreeze } from 'immer'
import { renderToString } from 'react-dom/server.browser'
import { Provider } from 'react-redux'
import { memoryHistory, Router } from '../router'
import { encode, readInlined, sendThrough, type InlinedAnswer, type Transport } from '../api'
import { applySettings, brand, type BrandOverrides } from '../brands'
import { pageServerRendered, passedGate } from '../features/page'
import { loadGate } from '../features/promotion'
import { App } from './App'
import { blogSlices } from './blog-slices'
import { bookingSlices } from './booking-slices'
import { contentSlices } from './content-slices'
import { keepParts } from './kept-parts'
import type { GroupName } from './lazy-page'
import { openPage } from './open-page'
import { loadAllPages, pagesAt } from './routes'
import { searchSlices } from './search-slices'
import { makeReducer, makeStoreOf, type AppStore, type SliceGroup } from './store'

type Reply = Pick<InlinedAnswer, 'status' | 'headers' | 'body'> & { slot?: number }

/**
 * The bodies of earlier answers. Many pages get the same answers, and reading the initial data takes
 * a fifth of the time of a page. Nothing changes them: they are state, which only reducers replace.
 */
const kept: unknown[] = []

/** A call that waits for its answer. */
interface Waiting {
  path: string
  params: Record<string, string>
  resolve: (reply: Reply) => void
}

/**
 * The page that is being rendered. There is only one at a time, and it leaves nothing behind for the
 * next one but the kept bodies of answers, header and footer. `waiting` are its calls since the last
 * takeCalls(), `taken` those that the last takeCalls() returned.
 */
let current:
  | { store: AppStore; address: string; waiting: Waiting[]; taken: Waiting[]; failure?: unknown }
  | undefined

const { settings } = globalThis as { settings?: BrandOverrides }
if (settings) applySettings(brand, settings)

void loadAllPages()
void loadGate()

// Only reducers change the state of a page. The tests, which freeze the state, prove it.
setAutoFreeze(false)

const groups: Readonly<Record<GroupName, SliceGroup>> = {
  blog: blogSlices,
  booking: bookingSlices,
  content: contentSlices,
  search: searchSlices,
}

/** By the names of their slices: creating a reducer takes as long as beginning a page. */
const reducers = new Map<string, ReturnType<typeof makeReducer>>()

/** The reducer for the page of a path. */
function reducerFor(pathname: string) {
  const names = [...new Set(pagesAt(pathname).flatMap(({ handle }) => handle.slices))]
  const key = names.join()
  const reducer = reducers.get(key) ?? makeReducer(...names.map((name) => groups[name]))
  reducers.set(key, reducer)
  return reducer
}

/** The brand that the bundle was built for. */
export const siteCode = brand.siteCode

export function begin(address: string): void {
  const [pathname = '/', query] = address.split('?')
  const { search, passed } = withoutPass(query)
  const store = makeStoreOf(reducerFor(pathname))
  store.dispatch(pageServerRendered())
  if (passed) store.dispatch(passedGate())
  const waiting: Waiting[] = []
  const page = {
    store,
    address: pathname + search,
    waiting,
    taken: [],
    failure: undefined as unknown,
  }
  current = page
  const toServer: Transport = ({ path, params, bare }) => {
    const reply = new Promise<Reply>((resolve) => {
      waiting.push({ path, params: Object.fromEntries(encode(params)), resolve })
    })
    return reply.then((answer) => readInlined(answer, bare))
  }
  store.dispatch(sendThrough(toServer))
  openPage(store, { pathname, search }).catch((error: unknown) => {
    page.failure = error
  })
}

/** The parameter with which the server says that the visitor has passed the promotion gate. */
const PASSED = 'promoPassed=1'

/** The query of a page with its '?', and whether it is for a visitor who has passed the gate. */
function withoutPass(query: string | undefined): { search: string; passed: boolean } {
  const parts = query?.split('&') ?? []
  const rest = parts.filter((part) => part !== PASSED)
  return { search: rest.length > 0 ? `?${rest.join('&')}` : '', passed: rest.length < parts.length }
}

export function takeCalls(): string {
  if (!current) return '[]'
  current.taken = current.waiting.splice(0)
  return JSON.stringify(current.taken.map(({ path, params }) => ({ path, params })))
}

export function resolveCalls(json: string): void {
  const replies = JSON.parse(json) as Reply[]
  replies.forEach(({ status, headers, body, slot }, index) => {
    if (slot !== undefined && body !== undefined) kept[slot] = body
    const found = slot === undefined ? body : kept[slot]
    current?.taken[index]?.resolve({ status, headers, body: found })
  })
}

export function render(): string {
  if (!current) return ''
  const { store, address, failure } = current
  current = undefined
  if (failure !== undefined) throw failure
  const html = () =>
    renderToString(
      <Provider store={store}>
        <Router history={memoryHistory(address)}>
          <App />
        </Router>
      </Provider>,
    )
  const first = html()
  // With a new part the page is rendered again, so that it is the same as all that follow: React adds
  // a preload for pictures that it renders as elements, but not for those in repeated HTML.
  return keepParts(first) ? html() : first
}
