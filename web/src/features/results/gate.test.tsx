import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brand } from '../../brands'
import { loadGate } from '../promotion'
import { promotionPassed } from '../../test/promotion'
import { updateMaxPrice } from '../search'
import { readyStore } from '../../test/render'
import { foundData, initData, resultRow } from '../../test/search-store'
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
async function open(address: string, passed = false, rows: ReturnType<typeof resultRow>[] = []) {
  const requests = serve({
    '/api/getpromodata': ok({ DATES: [{ date: '27/11/2026' }], passed }),
    '/api/search': ok(foundData(...rows)),
    '/api/suggestions': ok({
      dates: [
        { date: '25/11/2026', count: 4, price: '119.50' },
        { date: '27/11/2026', count: 2, price: '99.00' },
      ],
      regions: [],
      without: [],
    }),
    '/api/cachedavailability': ok({}),
  })
  const store = readyStore({ ...initData, promotion })
  if (passed) store.dispatch(promotionPassed())
  await visit(address, store)
  return { asked: requests.map(({ path }) => path), store }
}
const gate = () => screen.getByRole('form', { name: 'Find your holiday', hidden: true })

describe('the gate of the promotion', () => {
  it.each([
    ['/results?channel=ukcaravan&region=12&date=27/11/2026', 'Holidays in Cornwall'],
    ['/results/all-regions?channel=ukcaravan&region=all-regions', 'Holidays in the UK'],
    ['/results/all-dates?channel=ukcaravan&region=12', 'Holidays in Cornwall'],
  ])('[BRAND-25] must be passed before an address is searched: %s', async (address, title) => {
    const { asked } = await open(address)
    expect(gate()).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.getByText('Enter your code words to see holidays and prices.')).toBeVisible()
    expect(asked).not.toContain('/api/search')
    expect(screen.queryByRole('search', { hidden: true })).toBeNull()
  })

  it('[BRAND-25] is gone, and the address is searched, for a reader who has passed', async () => {
    const { asked } = await open('/results?channel=ukcaravan&region=12&date=27/11/2026', true)
    expect(asked).toContain('/api/search')
    expect(screen.queryByRole('form', { name: 'Find your holiday', hidden: true })).toBeNull()
  })

  it('[OP-PROMO-15] is folded below one line on a page that is no search', async () => {
    await open('/last-minute-deals')
    expect(gate()).not.toBeVisible()
    expect(gate().closest('details')).toHaveTextContent(/^Do you have your code words\?/)
  })
})

describe('[OP-PROMO-16] the results of a reader', () => {
  const address = '/results?channel=ukcaravan&region=12&date=24/11/2026&nights=3'

  it('are those on the offer dates; the others are no effect of the filters', async () => {
    const { store } = await open(address, true, [
      resultRow('A', { date: '27/11/2026', exact: false }),
      resultRow('B', { date: '24/11/2026' }),
    ])
    expect(await screen.findByText('1 Holiday found')).toBeVisible()
    expect(
      screen.getByText('No holidays on your date, showing 1 on alternative dates'),
    ).toBeVisible()
    expect(screen.queryByText(/1 of 2/)).toBeNull()
    act(() => void store.dispatch(updateMaxPrice(100)))
    expect(
      await screen.findByText('1 holiday found, but none matches all of your filters.'),
    ).toBeVisible()
  })

  it('are none where none is on an offer date, which is no effect of the filters either', async () => {
    await open(address, true, [resultRow('A', { date: '24/11/2026' })])
    expect(
      await screen.findByText(
        '1 holiday found, but none starts on one of your offer dates. Please choose another date in the calendar.',
      ),
    ).toBeVisible()
    expect(screen.queryByText(/none matches all of your filters/)).toBeNull()
    expect(await screen.findByRole('link', { name: /^Arrive Fri 27th Nov/ })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Arrive Wed 25th Nov/ })).toBeNull()
  })
})
