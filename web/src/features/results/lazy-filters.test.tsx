import { act, screen, within } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { expect, it, vi } from 'vitest'
import { wholeStore } from '../../test/render'
import { resizeTo } from '../../test/screen'
import { renderAt } from '../../test/search-page'
import { found, resultRow } from '../../test/search-store'
import { pageServerRendered } from '../page'
import { FiltersBeside } from './lazy-filters'
import { ResultsPage } from './ResultsPage'

// In this order: only the last test loads the code of the filters.

it('on a phone, what the server has rendered is kept without the code of the filters', async () => {
  resizeTo(390)
  const errors = vi.spyOn(console, 'error')
  const store = wholeStore()
  store.dispatch(pageServerRendered())
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = '<div><p>Price for the stay</p></div>'
  const root = await act(async () =>
    hydrateRoot(
      container,
      <Provider store={store}>
        <FiltersBeside />
      </Provider>,
    ),
  )
  expect(container).toHaveTextContent('Price for the stay')
  expect(errors).not.toHaveBeenCalled()
  act(() => root.unmount())
  container.remove()
})

it('where their code cannot be loaded, they say so, and the results are there', async () => {
  resizeTo(1280)
  vi.doMock('./FilterPanel', () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
  })
  renderAt('/results?channel=ukcaravan&region=12&nights=3&adults=2', <ResultsPage />, {
    answers: { '/api/search': [found(resultRow('A'))] },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded')
  expect(await screen.findAllByRole('article')).toHaveLength(1)
  vi.doUnmock('./FilterPanel')
})

it('on a phone, they are not beside the results until the screen is wide', async () => {
  resizeTo(390)
  renderAt('/results?channel=ukcaravan&region=12&nights=3&adults=2', <ResultsPage />, {
    answers: { '/api/search': [found(resultRow('A'))] },
  })
  await screen.findAllByRole('article')
  const beside = within(document.querySelector('aside') as HTMLElement)
  expect(beside.queryByRole('checkbox')).toBeNull()
  resizeTo(1280)
  expect(await beside.findByRole('checkbox', { name: /^Pet friendly/ })).toBeInTheDocument()
})
