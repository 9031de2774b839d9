import { act, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { expect, it } from 'vitest'
import { readyStore } from '../../test/render'
import { initData } from '../../test/search-store'
import { ok, serve, type Answer } from '../../test/server'
import { promotionPassed } from './state'
import { loadPromoDates } from './gate'
import { PromoNote } from './PromoNote'

const text = 'with your code words, paid in full'
const promotion = {
  open: 'Y',
  emailcapture: 'N',
  papercapture: 'N',
  keywords: 2,
  percentOff: 15,
} as const

const note = (store: ReturnType<typeof readyStore>) => (
  <Provider store={store}>
    <PromoNote date="27/11/2026" price="200.00" />
  </Provider>
)

/** Shows the note of a stay to a reader whose dates are not there yet. */
function show(dates: Answer) {
  serve({ '/api/getpromodata': dates })
  const store = readyStore({ ...initData, promotion })
  store.dispatch(promotionPassed())
  render(note(store))
  const load = () => act(() => store.dispatch(loadPromoDates()))
  return { load }
}

it('keeps the room of the price until the dates of the reader are there', async () => {
  const { load } = show(ok({ DATES: [{ date: '27/11/2026' }], passed: true }))
  const note = screen.getByText(text)
  expect(note).toHaveTextContent(`£170 ${text}`)
  expect(note).toHaveClass('invisible')
  await load()
  expect(note).not.toHaveClass('invisible')
})

it.each([
  ['the stay is on another date', ok({ DATES: [{ date: '30/11/2026' }], passed: true })],
  ['the dates cannot be loaded', { status: 500, body: '' }],
])('goes when %s', async (_, dates) => {
  const { load } = show(dates)
  await load()
  expect(screen.queryByText(text)).toBeNull()
})

it('keeps the room of the price for a visitor who has asked for the dates before passing', async () => {
  const answers = [ok({ DATES: [], passed: false }), ok({ DATES: [{ date: '27/11/2026' }] })]
  serve({ '/api/getpromodata': () => answers.shift() ?? 'no answer' })
  const store = readyStore({ ...initData, promotion })
  await store.dispatch(loadPromoDates())
  store.dispatch(promotionPassed())
  render(note(store))
  expect(screen.getByText(text)).toHaveClass('invisible')
  await act(() => store.dispatch(loadPromoDates()))
  expect(screen.getByText(text)).not.toHaveClass('invisible')
})
