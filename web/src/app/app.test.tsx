import { readFileSync } from 'node:fs'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Block } from '../api'
import { loadBooking } from '../features/booking'
import { appReady, initCall } from '../features/catalogue'
import { homeVisited, Page, PageHeader } from '../features/page'
import { durationChosen } from '../features/search'
import { existingBooking } from '../test/bookings'
import { initData } from '../test/catalogue'
import { recordEvents } from '../test/events'
import { renderWithStore, readyStore } from '../test/render'
import { resizeTo } from '../test/screen'
import { ok, serve } from '../test/server'
import { App } from './App'
import { bookingSlices } from './booking-slices'
import { hydrationFailed, isChunkError, mayReload } from './chunk-reload'
import { PageError } from './page-error'
import { rehydrated } from './persistence'
import { Redirect } from './redirects'
import { hasBooking } from './RouteWatcher'
import { makeStore, persist, type AppStore } from './store'
import { tabStorage } from './tab-storage'
import { accept } from '../test/accept'

// Load the pages' chunks first, so that a page is shown as soon as its address is opened.
await Promise.all([import('../features/not-found/pages'), import('../features/home/pages')])

function open(path: string, store: AppStore = readyStore(initData())) {
  return renderWithStore(<App />, { store, path })
}

const scrolled = vi.fn<(x: number, y: number) => void>()

beforeEach(() => {
  resizeTo(1280)
  sessionStorage.clear()
  scrolled.mockReset()
  vi.stubGlobal('scrollTo', scrolled)
  serve({})
})
afterEach(() => vi.useRealTimers())

describe('addresses', () => {
  it.each([
    ['[ROUTE-20] ', '/contact-us', '/help'],
    ['[ROUTE-26] ', '/rentals', '/region/ukcottages'],
    ['[ROUTE-27] ', '/my-account', '/login'],
    ['[ROUTE-13] ', '/dog-friendly/uk', '/dog-friendly/ukcaravan'],
    ['', '/channel/hotels', '/hotels'],
    ['', '/region/hotels', '/hotels'],
    ['[ROUTE-23] ', '/a/212/ferry-deals', '/ferry-deals'],
    ['[ROUTE-23] ', '/a/1904/privacy-policy', '/privacy-policy'],
    ['[ROUTE-15] ', '/parks/ukcaravan/12/cornwall', '/holidays/ukcaravan/12/cornwall'],
    ['[ROUTE-17] ', '/holidays/ukcaravan/12/HV101/sandy-bay', '/holidays/HV101/sandy-bay'],
    ['[ROUTE-17] ', '/boat/boats/40/BT1/narrow', '/boat/BT1/narrow'],
    ['[ROUTE-17] ', '/parks/ukcaravan/12/HV101/sandy-bay', '/holidays/HV101/sandy-bay'],
    ['[ROUTE-10] [ROUTE-11] ', '/booking', '/booking/extras'],
    ['[ROUTE-11] ', '/booking/nonsense', '/booking/extras'],
    ['', '/LOGIN', '/login'],
  ])('%s%s redirects to %s, with query and hash', async (_row, from, to) => {
    const { router } = open(`${from}?a=1#b`)
    await waitFor(() => expect(router.state.location.pathname).toBe(to), { timeout: 15_000 })
    expect(router.state.location.search).toBe('?a=1')
    expect(router.state.location.hash).toBe('#b')
  })

  it('replaces the address that redirects, so that Back skips it', async () => {
    const { router } = renderWithStore(
      [
        { path: '/', element: null },
        { path: '/contact-us', element: <Redirect to="/help" /> },
        { path: '*', element: <p>Help</p> },
      ],
      { path: '/' },
    )
    await router.navigate('/contact-us')
    expect(await screen.findByText('Help')).toBeVisible()
    await router.navigate(-1)
    expect(router.state.location.pathname).toBe('/')
  })

  it.each(['/404', '/no/such/page', '/how-it-works'])(
    '[ROUTE-07] [ROUTE-28] %s shows Not found, and the address stays as typed',
    async (path) => {
      const { router } = open(path)
      expect(
        await screen.findByRole('heading', { name: "Sorry, we can't find that page" }),
      ).toBeVisible()
      expect(router.state.location.pathname).toBe(path)
      await waitFor(() => expect(document.title).toBe('Page not found | Meridian Times Holidays'))
      expect(document.head.querySelector('meta[name="robots"]')).toHaveAttribute(
        'content',
        'noindex',
      )
      expect(screen.getByRole('link', { name: 'Search holidays' })).toHaveAttribute('href', '/')
      expect(screen.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help')
    },
  )

  it('[MINE-03] shows the same form in the dialog of My Booking and on /login', async () => {
    const reference = { name: 'Booking Reference' }
    const partsOf = (box: HTMLElement) =>
      [...(box.closest('form')?.querySelectorAll('input, button, label, a') ?? [])].map((part) => [
        part.tagName,
        part.getAttribute('name') ?? part.textContent,
      ])
    const page = open('/login')
    const onPage = partsOf(await screen.findByRole('textbox', reference, { timeout: 15_000 }))
    expect(onPage).toHaveLength(8)
    page.unmount()
    open('/no/such/page')
    await userEvent.click(screen.getByRole('button', { name: 'My Booking' }))
    const dialog = within(screen.getByRole('dialog', { name: 'My Booking' }))
    const box = await dialog.findByRole('textbox', reference, { timeout: 15_000 })
    expect(partsOf(box)).toEqual(onPage)
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(dialog.getByLabelText('Surname')).toHaveAccessibleDescription('Please enter surname')
  }, 40_000)

  it.each(['/', '/results', '/results/all-regions', '/results/all-dates', '/no/such/page'])(
    '[SRCH-01] shows the search box on %s',
    async (path) => {
      open(`${path}?channel=ukcaravan&region=1&nights=7&adults=2`)
      expect(
        await screen.findByRole('search', { name: 'Find a holiday' }, { timeout: 15_000 }),
      ).toBeInTheDocument()
    },
    30_000,
  )

  it('[ROUTE-04] [ROUTE-27] /login shows the lookup form', async () => {
    open('/my-account')
    const reference = { name: 'Booking Reference' }
    expect(await screen.findByRole('textbox', reference, { timeout: 15_000 })).toBeVisible()
    await waitFor(() => expect(document.title).toBe('My Booking | Meridian Times Holidays'))
  })
})

describe('going from page to page', () => {
  const twoPages = [
    {
      path: '/one',
      element: (
        <Page title="One" description="About one" path="/one/">
          <h1>First</h1>
        </Page>
      ),
    },
    {
      path: '/two',
      element: (
        <Page title="Two">
          <h1>Second</h1>
        </Page>
      ),
    },
    {
      path: '/still',
      element: (
        <Page title="Still" scrollToTop={false}>
          <h1>Still here</h1>
        </Page>
      ),
    },
  ]
  const canonical = () => document.head.querySelectorAll('link[rel="canonical"]')

  it('[PAGE-01] [PAGE-02] sets title, description and canonical link, and removes them again', async () => {
    document.head.innerHTML =
      '<link rel="canonical" href="/old"><meta name="description" content="old">'
    const { router } = renderWithStore(twoPages, { path: '/one?a=1' })
    expect(document.title).toBe('One | Meridian Times Holidays')
    expect(document.head.querySelectorAll('meta[name="description"]')).toHaveLength(1)
    expect(document.head.querySelector('meta[name="description"]')).toHaveAttribute(
      'content',
      'About one',
    )
    expect(canonical()).toHaveLength(1)
    expect(canonical()[0]).toHaveAttribute('href', 'https://www.meridian.example/one')
    await router.navigate('/two')
    await waitFor(() => expect(document.title).toBe('Two | Meridian Times Holidays'))
    expect(canonical()).toHaveLength(0)
    expect(document.head.querySelector('meta[name="description"]')).toBeNull()
  })

  it('[PAGE-03] scrolls to the top on a change of path, not of query, unless told not to', async () => {
    const { router } = renderWithStore(twoPages, { path: '/one' })
    scrolled.mockReset()
    const heading = await screen.findByRole('heading', { name: 'First' })
    // After the effects of the new address, not before them.
    await act(() => router.navigate('/one?page=2'))
    expect(router.state.location.search).toBe('?page=2')
    expect(heading).toBeVisible()
    expect(scrolled).not.toHaveBeenCalled()
    await router.navigate('/two')
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith(0, 0))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Second' })).toHaveFocus())
    scrolled.mockReset()
    await router.navigate('/still')
    await screen.findByText('Still here')
    await router.navigate('/one', { state: { keepScroll: true } })
    await screen.findByText('First')
    expect(scrolled).not.toHaveBeenCalled()
  })

  it('[PAGE-04] [PAGE-05] clears request errors and remembers the previous address', async () => {
    const { store, router } = open('/404?from=here')
    store.dispatch({
      type: 'x/REQUEST',
      payload: undefined,
      meta: { request: { id: 'x', phase: 'REQUEST', attempt: 9001, params: {} } },
    })
    store.dispatch({
      type: 'x/FAILURE',
      payload: { errors: [], status: 500 },
      meta: { request: { id: 'x', phase: 'FAILURE', attempt: 9001, params: {} } },
    })
    expect(store.getState().requests).toHaveProperty('x')
    await router.navigate('/nowhere')
    await waitFor(() => expect(store.getState().requests).not.toHaveProperty('x'))
    expect(store.getState().session.previousUrl).toBe('/404?from=here')
  })

  it('does not remember a page that only redirects', async () => {
    const { store, router } = open('/nowhere')
    await router.navigate('/my-account')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    await waitFor(() => expect(store.getState().session.previousUrl).toBe('/nowhere'))
  })

  it('[ROUTE-02] resets the search on the home page', async () => {
    const { store, router } = open('/nowhere')
    const { duration } = store.getState().search
    store.dispatch(durationChosen(duration + 4))
    expect(store.getState().search.duration).toBe(duration + 4)
    await router.navigate('/')
    await waitFor(() => expect(store.getState().search.duration).toBe(duration))
  })
})

describe('a booking in progress', () => {
  const saved = (own: object) => {
    const store = makeStore()
    store.dispatch(rehydrated({ key: 'root', slices: { booking: own } }))
    store.dispatch(accept(initCall, undefined, initData()))
    store.dispatch(appReady())
    return store
  }

  it('is one that was begun or confirmed, even while its slices are not loaded', () => {
    expect(hasBooking(makeStore().getState())).toBe(false)
    for (const own of [{ bookingId: 'B1' }, { confirmationId: 'B1' }]) {
      const store = saved(own)
      expect(store.getState()).not.toHaveProperty('booking')
      expect(hasBooking(store.getState())).toBe(true)
      store.addSlices(bookingSlices)
      expect(hasBooking(store.getState())).toBe(true)
    }
  })

  it('is restored with the first page of the booking when it was saved', async () => {
    const { store } = open('/booking/details', saved({ bookingId: 'B1' }))
    await waitFor(() => expect(store.getState().booking?.bookingId).toBe('B1'))
    expect(store.getState().waiting).toEqual({})
  })

  it('[PAGE-06] is removed by a page outside the booking when it was saved', async () => {
    const { store } = open('/nowhere', saved({ bookingId: 'B1' }))
    await waitFor(() => expect(store.getState().booking).toBeDefined())
    expect(hasBooking(store.getState())).toBe(false)
    expect(store.getState().waiting).toEqual({})
  })

  it('only the saved one is removed when another was begun while its slices were loading', async () => {
    const { store } = open('/nowhere', saved({ bookingId: 'B1' }))
    store.addSlices(bookingSlices)
    store.dispatch(loadBooking(existingBooking({ bookingId: 'B2' })))
    await import('./booking-slices')
    await act(async () => {
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    })
    expect(store.getState().booking?.bookingId).toBe('B2')
  })

  it('[PAGE-06] is cleared on a page outside /booking/, and stays on one inside', async () => {
    const begun = () => {
      const store = readyStore(initData())
      store.dispatch(rehydrated({ key: 'root', slices: { booking: { bookingId: 'B1' } } }))
      return store
    }
    const inside = open('/booking/details', begun())
    expect(inside.store.getState().booking.bookingId).toBe('B1')
    await inside.router.navigate('/nowhere')
    await waitFor(() => expect(inside.store.getState().booking.bookingId).toBeUndefined())
    const outside = open('/nowhere', begun())
    await waitFor(() => expect(outside.store.getState().booking.bookingId).toBeUndefined())
  })
})

describe('init', () => {
  it('[ERRC-05] [API-23] says that the site did not load, and Retry works', async () => {
    let failing = true
    serve({
      '/api/initial': () => (failing ? 'no answer' : ok(initData())),
    })
    const store = makeStore()
    const { loadInit } = await import('./start')
    await loadInit(store)
    open('/404', store)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'There was an error while loading the site. Please try again.',
    )
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
    failing = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  })

  it('[ERRC-06] [ANLY-18] tells analytics of the error that the visitor sees, with the page, once', async () => {
    const sent = recordEvents()
    window.history.replaceState(null, '', '/help?from=mail')
    serve({ '/api/initial': 'no answer' })
    const store = makeStore()
    const { loadInit } = await import('./start')
    await loadInit(store)
    expect(sent('error_message')).toEqual([])
    open('/help', store)
    const { textContent: errorMessage } = await screen.findByText(/error while loading the site/)
    expect(sent('error_message')).toEqual([{ event: 'error_message', errorMessage, page: '/help' }])
    window.history.replaceState(null, '', '/')
  })

  it('[ERRC-04] shows only a text when the application cannot start', () => {
    const page = readFileSync('index.html', 'utf8')
    const script = /<script>([^]*?)<\/script>/.exec(page)?.[1] ?? ''
    document.body.innerHTML = '<div id="root"></div><img alt="" />'
    // Runs the page's own script in the same way as the browser.
    // oxlint-disable-next-line no-eval
    window.eval(script)
    document.querySelector('img')?.dispatchEvent(new Event('error'))
    expect(screen.queryByRole('alert')).toBeNull()
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('Unsupported site code: XX') }))
    expect(screen.getByRole('alert').textContent).toBe(
      'We are currently experiencing technical difficulties. We are working hard to resolve them. Please check back later',
    )
    document.body.innerHTML = ''
  })
})

describe('the error page', () => {
  const reload = vi.fn<() => void>()
  const error = (thrown: unknown) =>
    renderWithStore(<PageError error={thrown} resetErrorBoundary={() => {}} />)

  beforeEach(() => {
    reload.mockReset()
    vi.stubGlobal('location', { pathname: '/x', search: '', hash: '', reload })
  })

  it('[ERRP-01] replaces a page that cannot be rendered, between header and footer', async () => {
    vi.unstubAllGlobals()
    vi.stubGlobal('scrollTo', scrolled)
    serve({})
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = { type: 'Gallery', data: { images: 'no list' } } as unknown as Block
    open('/', readyStore({ ...initData(), homepageLayout: [broken] }))
    expect(
      await screen.findByRole('heading', {
        name: 'We are sorry but we have encountered an error.',
      }),
    ).toBeVisible()
    expect(
      screen.getByText('Please click the button below to clear out any cached data and try again.'),
    ).toBeVisible()
    expect(screen.getByRole('banner')).toBeVisible()
    expect(screen.getByRole('contentinfo')).toBeVisible()
  })

  it('[ERRP-01] [ERRP-03] says what to do and whom to contact', () => {
    error(new Error('boom'))
    expect(
      screen.getByRole('heading', { name: 'We are sorry but we have encountered an error.' }),
    ).toBeVisible()
    expect(
      screen.getByText('Please click the button below to clear out any cached data and try again.'),
    ).toBeVisible()
    expect(screen.getByText('If the problem persists, please contact us:')).toBeVisible()
    expect(screen.getByRole('link', { name: '0808 157 0103' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'help@meridian.example' })).toHaveAttribute(
      'href',
      'mailto:help@meridian.example',
    )
  })

  it('[ERRP-02] clears only the saved state, and reloads the page', async () => {
    sessionStorage.setItem('persist:root', '{}')
    sessionStorage.setItem('persist:other', '{}')
    sessionStorage.setItem('exitPopupShown', '1')
    error(new Error('boom'))
    await userEvent.click(screen.getByRole('button', { name: 'Clear cache and retry' }))
    expect(Object.keys(sessionStorage)).toEqual(['exitPopupShown'])
    expect(reload).toHaveBeenCalledOnce()
  })

  it('[ERRP-04] reloads the page when a part of the application is missing, once a minute', () => {
    const missing = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
    expect(isChunkError(missing)).toBe(true)
    expect(isChunkError(new Error('boom'))).toBe(false)
    const { unmount } = error(missing)
    expect(reload).toHaveBeenCalledOnce()
    expect(screen.queryByRole('heading')).toBeNull()
    unmount()
    error(missing)
    expect(reload).toHaveBeenCalledOnce()
    expect(screen.getByRole('alert')).toHaveTextContent(
      'There was an error while loading. Please try again.',
    )
    expect(screen.getByRole('alert').parentElement).toHaveFocus()
  })

  it('is not needed for a rendered page that cannot be hydrated: it reloads once if a part is missing', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    hydrationFailed(new Error('boom'))
    expect(reload).not.toHaveBeenCalled()
    const missing = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
    hydrationFailed(missing)
    hydrationFailed(missing)
    expect(reload).toHaveBeenCalledOnce()
    expect(log).toHaveBeenCalledTimes(3)
    log.mockRestore()
  })

  it('works where the browser blocks session storage', async () => {
    const blocked = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
    const store = makeStore()
    const persistor = persist(store, tabStorage())
    await persistor.restore()
    store.dispatch(homeVisited())
    persistor.flush()
    const { unmount } = error(new TypeError('Failed to fetch dynamically imported module: /x.js'))
    expect(reload).not.toHaveBeenCalled()
    expect(screen.getByRole('alert')).toBeVisible()
    unmount()
    error(new Error('boom'))
    await userEvent.click(await screen.findByRole('button', { name: 'Clear cache and retry' }))
    expect(reload).toHaveBeenCalledOnce()
    blocked.mockRestore()
  })

  it('may reload again after a minute', () => {
    expect(mayReload(1_000_000, sessionStorage)).toBe(true)
    expect(mayReload(1_059_999, sessionStorage)).toBe(false)
    expect(mayReload(1_060_000, sessionStorage)).toBe(true)
  })
})

describe('the page header block', () => {
  it('[PAGE-28] shows its title, a default one when none is given, and a subtitle when there is one', () => {
    const { unmount } = renderWithStore(<PageHeader />)
    expect(screen.getByRole('heading', { name: 'The Page Title has not been set.' })).toBeVisible()
    expect(screen.queryByText('By the sea')).toBeNull()
    unmount()
    renderWithStore(<PageHeader title="Parks" subtitle="By the sea" />)
    expect(screen.getByRole('heading', { name: 'Parks' })).toBeVisible()
    expect(screen.getByText('By the sea')).toBeVisible()
  })
})
