import { act, fireEvent, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { afterEach, expect, it, vi } from 'vitest'
import { initData } from '../../test/catalogue'
import { readyStore } from '../../test/render'
import { serve } from '../../test/server'
import { memoryHistory, Router } from '../../router'
import { pageHydrated, pageServerRendered } from '../page'
import { LazySearchBox } from './LazySearchBox'

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** A page with the box whose document the server has rendered. */
function serverRendered() {
  serve({})
  const store = readyStore(initData())
  store.dispatch(pageServerRendered())
  const page = (
    <Provider store={store}>
      <Router history={memoryHistory('/')}>
        <LazySearchBox />
      </Router>
    </Provider>
  )
  return { page, hydrated: () => act(async () => void store.dispatch(pageHydrated())) }
}

/** The server's form in a page that has been hydrated, and how often it was sent. */
async function standingForm() {
  const { page, hydrated } = serverRendered()
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML =
    '<div class="contents"><form role="search"><button type="submit">Search</button></form></div>'
  const root = await act(async () => hydrateRoot(container, page))
  await hydrated()
  const sent = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  screen.getByRole('search').addEventListener('submit', sent)
  return { sent, leave: () => act(() => root.unmount()) }
}

const move = () => act(async () => void fireEvent.pointerMove(window))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

// In this order: only the last test loads the box.

it('a box that cannot be loaded is requested again after half a minute, not at every move', async () => {
  const request = vi.fn<() => never>(() => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
  })
  vi.doMock('./SearchBox', request)
  const { leave } = await standingForm()
  vi.useFakeTimers()
  const moveAndWait = async () => {
    await move()
    await vi.dynamicImportSettled()
    return request.mock.calls.length
  }
  expect(await moveAndWait()).toBe(1)
  await pass(29_000)
  expect(await moveAndWait()).toBe(1)
  await pass(2000)
  expect(await moveAndWait()).toBe(2)
  leave()
})

it('a press is held back for three seconds at most; then the form is sent without the box', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  vi.doMock('./SearchBox', async () => {
    await arrived
    return { SearchBox: () => <p>The box</p> }
  })
  const { sent, leave } = await standingForm()
  vi.useFakeTimers()
  await move()
  fireEvent.click(screen.getByRole('button'), { detail: 1, clientX: 20, clientY: 10 })
  await pass(2900)
  expect(sent).not.toHaveBeenCalled()
  await pass(200)
  expect(sent).toHaveBeenCalledOnce()
  arrive()
  await act(() => vi.waitFor(() => expect(screen.getByText('The box')).toBeVisible()))
  leave()
})

it('where a link led to the page before the first one was hydrated, the box comes by itself', async () => {
  const { page, hydrated } = serverRendered()
  const { container } = render(page)
  expect(container.firstElementChild).toBeEmptyDOMElement()
  await hydrated()
  expect(await screen.findByText('The box')).toBeVisible()
})
