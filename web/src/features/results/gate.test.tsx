import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brand } from '../../brands'
import { loadGate, promotionPassed } from '../promotion'
import { readyStore } from '../../test/render'
import { initData } from '../../test/search-store'
import { ok, serve } from '../../test/server'
import { visit } from '../../test/visit'

await loadGate()

const siteCode = brand.siteCode
beforeEach(() => {
  brand.siteCode = 'RP'
})
afterEach(() => {
  brand.siteCode = siteCode
})

const promotion = { open: 'Y', emailcapture: 'N', papercapture: 'N', keywords: 2 }

/** Opens an address as a stranger, or as a reader who has passed the gate. */
async function open(address: string, passed = false) {
  const requests = serve({
    '/api/getpromodata': ok({ DATES: [{ date: '27/11/2026' }], passed }),
    '/api/search': ok({
      searchId: 's_1',
      count: 0,
      exactCount: 0,
      alternativeCount: 0,
      results: [],
      cards: {},
    }),
    '/api/cachedavailability': ok({}),
  })
  const store = readyStore({ ...initData, promotion })
  if (passed) store.dispatch(promotionPassed())
  await visit(address, store)
  return requests.map(({ path }) => path)
}
const gate = () => screen.getByRole('form', { name: 'Find your holiday', hidden: true })

describe('the gate of the promotion', () => {
  it.each([
    ['/results?channel=ukcaravan&region=12&date=27/11/2026', 'Holidays in Cornwall'],
    ['/results/all-regions?channel=ukcaravan&region=all-regions', 'Holidays in the UK'],
    ['/results/all-dates?channel=ukcaravan&region=12', 'Holidays in Cornwall'],
  ])('[BRAND-25] must be passed before an address is searched: %s', async (address, title) => {
    const asked = await open(address)
    expect(gate()).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.getByText('Enter your code words to see holidays and prices.')).toBeVisible()
    expect(asked).not.toContain('/api/search')
    expect(screen.queryByRole('search', { hidden: true })).toBeNull()
  })

  it('[BRAND-25] is gone, and the address is searched, for a reader who has passed', async () => {
    const asked = await open('/results?channel=ukcaravan&region=12&date=27/11/2026', true)
    expect(asked).toContain('/api/search')
    expect(screen.queryByRole('form', { name: 'Find your holiday', hidden: true })).toBeNull()
  })

  it('[OP-PROMO-15] is folded below one line on a page that is no search', async () => {
    await open('/last-minute-deals')
    expect(gate()).not.toBeVisible()
    expect(gate().closest('details')).toHaveTextContent(/^Do you have your code words\?/)
  })
})
