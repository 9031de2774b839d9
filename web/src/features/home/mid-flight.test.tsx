import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { brand } from '../../brands'
import { holdAnswers } from '../../test/held-server'
import { readyStore } from '../../test/render'
import { prices } from '../../test/search-page'
import { initData } from '../../test/search-store'
import { settle, visit } from '../../test/visit'
import { durationChosen } from '../search'

const availability = '/api/cachedavailability'
const withDeals = () =>
  readyStore({
    ...initData,
    homepageLayout: [
      { type: 'HomeColumns', data: { heading: brand.home.dealsPhrase, columns: [] } },
    ],
  })
const deal = (price: number) => ({
  ...prices,
  latedeals: [{ date: '24/11/2026', nights: 3, park: 'HV101', name: 'Gannet Sands', price }],
})
const deals = () =>
  screen
    .queryAllByRole('link', { name: /24 Nov 2026/ })
    .map((link) => link.closest('li')?.textContent)

it('left before its prices have arrived, shows the deals on Back', async () => {
  const { all } = holdAnswers()
  const page = await visit('/', withDeals())
  await page.goTo('/login')
  await page.back()
  for (const request of all(availability)) await request.answer(deal(99))
  expect(deals()[0]).toContain('£99')
})

it('a deal opens all regions on its date, and Back returns to the deals', async () => {
  const { all } = holdAnswers()
  const page = await visit('/', withDeals())
  for (const request of all(availability)) await request.answer(deal(99))
  await page.user.click(screen.getByRole('link', { name: /24 Nov 2026/ }))
  await settle()
  expect(page.address()).toMatch(/^\/results\/all-regions\?.*date=24%2F11%2F2026&nights=3/)
  await page.back()
  expect(page.address()).toBe('/')
  expect(deals()[0]).toContain('£99')
})

it('keeps the prices of all nights when the answers come in reverse order', async () => {
  const { all } = holdAnswers()
  const page = await visit('/', withDeals())
  page.store.dispatch(durationChosen(4))
  await settle()
  const [first, second] = all(availability, 2)
  await second.answer({
    ...prices,
    minprices: { 'all-regions': { '24/11/2026': { '4': { N: { '6': 200 } } } } },
  })
  await first.answer(deal(99))
  const { minPrices } = page.store.getState().data.cachedAvailability.ukcaravan ?? {}
  expect(minPrices?.['all-regions']?.['24/11/2026']).toMatchObject({
    '3': { N: { '2': 99.01 } },
    '4': { N: { '6': 200 } },
  })
  expect(deals()[0]).toContain('£99')
})

it('unmounted while its prices load, makes no further requests', async () => {
  const { all, requests } = holdAnswers()
  const page = await visit('/', withDeals())
  const before = requests.length
  page.leave()
  for (const one of all(availability)) await one.answer(deal(99))
  expect(requests).toHaveLength(before)
})
