import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { expect, it, vi } from 'vitest'
import { lazyPage } from './lazy-page'
import { makeStore } from './store'

it('a page whose state is not in the store yet is never missing between two tasks, where a frame may be painted', async () => {
  // Effects then run in a task of their own, as in the browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const store = makeStore()
  const hasState = () => 'booking' in store.getState()
  expect(hasState()).toBe(false)
  const pages = { Extras: () => <p>{hasState() ? 'Extras' : 'No state'}</p> }
  const { element, handle } = lazyPage(['booking'], async () => pages, 'Extras')
  await handle.load()
  const box = document.createElement('div')
  const seen: string[] = []
  new MutationObserver(() => seen.push(box.textContent)).observe(box, {
    childList: true,
    subtree: true,
  })
  const root = createRoot(box)
  root.render(
    <Provider store={store}>
      <header>Header</header>
      {element}
    </Provider>,
  )
  await expect.poll(() => box.textContent).toBe('HeaderExtras')
  expect(seen).toEqual(['HeaderExtras'])
  root.unmount()
})
