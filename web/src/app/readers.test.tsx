/** What readers of the promotion are offered, whose dates limit the UK channel. */
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { brand } from '../brands'
import { availabilityCall } from '../features/catalogue'
import { groupDeals } from '../features/home/deals'
import { promotionPassed } from '../features/promotion/state'
import { region as regionOf } from '../test/catalogue'
import { holdAnswers } from '../test/held-server'
import { details } from '../test/parks'
import { readyStore } from '../test/render'
import { resizeTo } from '../test/screen'
import { initData } from '../test/search-store'
import { ok, type Answers } from '../test/server'
import { settle, visit } from '../test/visit'

const promotion = { open: 'Y', emailcapture: 'N', papercapture: 'N', keywords: 2, percentOff: 15 }

beforeEach(() => resizeTo(1280))

/** Opens an address as a reader whose one offer date is Friday 27 November 2026. */
async function asReader(path: string, answers: Answers = {}, changes: object = {}) {
  const server = holdAnswers({
    '/api/getpromodata': ok({ DATES: [{ date: '27/11/2026' }], passed: true }),
    '/api/cachedavailability': ok(prices),
    '/api/tripadvisor': ok({ reviews: [], bubbles: '' }),
    '/api/holds': ok({ holds: [] }),
    '/content/json/accom-types/new/HV101.json': { status: 404, body: '' },
    ...answers,
  })
  const store = readyStore({ ...initData, promotion: { ...promotion, ...changes } })
  store.dispatch(promotionPassed())
  const page = await visit(path, store)
  return { server, page, store }
}

const stays = { '3': { N: { '2': 99 } }, '7': { N: { '2': 99 } } }
const prices = {
  minprices: { '12': { '27/11/2026': stays, '28/11/2026': stays } },
  minparkprices: {},
  months: ['2026-11'],
  latedeals: [
    { date: '26/11/2026', nights: 3, park: 'A', name: 'Off the dates', price: 80 },
    { date: '27/11/2026', nights: 3, park: 'B', name: 'On the dates', price: 90 },
  ],
  nightsOptions: { '12': [3, 7] },
}

describe('[OP-PROMO-18] a reader', () => {
  it.each([
    ['/last-minute-deals', /^Holidays that start on your offer dates in the next four weeks\./],
    ['/offers', /^Holidays on your offer dates that have come down in price\./],
  ])('asks for the deals of the own dates, which %s says', async (path, lead) => {
    const { server } = await asReader(path)
    expect(server.to('/api/deals')[0]?.query.promo).toBe('1')
    expect(screen.getByText(lead)).toHaveTextContent(
      'Price for the whole stay, 2 adults, before the 15% off with your code words.',
    )
    await server.pending('/api/deals').answer({ deals: [], count: 0, pageCount: 1, regions: [] })
    expect(screen.getByText(/^Nothing is (left|reduced) here on your offer dates/)).toBeVisible()
  })

  it('is told that the prices of regions are before what the code words take off', async () => {
    await asReader('/results/all-regions?channel=ukcaravan&region=all-regions&date=27/11/2026')
    expect(
      await screen.findByText(
        'Cheapest price for the whole stay, before the 15% off with your code words',
      ),
    ).toBeVisible()
  })

  it('is not limited on other channels', async () => {
    const { server } = await asReader('/last-minute-deals?channel=boats')
    expect(server.to('/api/deals')[0]?.query.promo).toBeUndefined()
    expect(screen.getByText(/^Holidays that start in the next four weeks\./)).toBeVisible()
  })

  it('is not limited by a promotion that is closed', async () => {
    const { server } = await asReader('/last-minute-deals', {}, { open: 'N' })
    expect(server.to('/api/deals')[0]?.query.promo).toBeUndefined()
    expect(screen.queryByText(/offer dates|code words/)).toBeNull()
  })

  it('opens a park without a date at the next stay on the own dates', async () => {
    const next = (date: string) => [{ channel: 'ukcaravan', date, nights: 3 }]
    const { server, store } = await asReader('/holidays/HV101/gannet-sands', {
      '/api/parkdetails': ({ query }) =>
        ok({
          park:
            query.promo === '1'
              ? { ...details, nextStays: next('27/11/2026'), forReader: true }
              : { ...details, nextStays: next('23/11/2026') },
        }),
      '/api/parkresults': ok({ searchId: 's_1', unitTypes: [], results: {} }),
    })
    await waitFor(() => expect(store.getState().search.arrivalDate).toMatch(/^2026-11-27/))
    expect(server.to('/api/parkdetails').map(({ query }) => query.promo)).toEqual(['1'])
  })

  it('keeps the day of a park that was loaded for everybody', async () => {
    const everybodys = {
      ...details,
      nextStays: [{ channel: 'ukcaravan', date: '23/11/2026', nights: 3 }],
    }
    const { server, store } = await asReader('/holidays/HV101/gannet-sands', {
      '/api/parkresults': ok({ searchId: 's_1', unitTypes: [], results: {} }),
    })
    await server.pending('/api/parkdetails').answer({ park: everybodys })
    // The server does not know the pass: nothing of the answer is chosen.
    expect(store.getState().search.arrivalDate).not.toMatch(/^2026-11-23/)
  })

  it('sees the prices of a list of parks on the own dates, those of regions with a note', async () => {
    const { server, page } = await asReader('/holidays/ukcaravan/12/cornwall')
    expect(server.to('/api/parks')[0]?.query.promo).toBe('1')
    await page.goTo('/region/ukcaravan')
    await server.pending('/api/channelregions').answer({
      regions: { ukcaravan: { '12': regionOf('12', 'Cornwall', { fromPrice: '96.00' }) } },
    })
    const note = 'Prices are for everybody. On your offer dates they may differ.'
    expect(screen.getByText(note)).toBeVisible()
    await page.goTo('/region/boats')
    await server
      .pending('/api/channelregions')
      .answer({ regions: { boats: { '80': regionOf('80', 'Broads', { fromPrice: '96.00' }) } } })
    expect(screen.queryByText(note)).toBeNull()
  })

  it('chooses flexible dates among those with an own date, and the results say so', async () => {
    const { server, page } = await asReader(
      '/results?channel=ukcaravan&region=12&when=day-2026-11&nights=3',
    )
    await server.pending('/api/search').answer({
      searchId: 's_1',
      count: 0,
      exactCount: 0,
      alternativeCount: 0,
      results: [],
      cards: {},
    })
    await waitFor(() =>
      expect(
        screen.getByText('Any day in November 2026, each on its cheapest of your offer dates'),
      ).toBeVisible(),
    )
    await settle()
    expect(
      screen.getByText('None of your offer dates then has a holiday. Please choose other dates.'),
    ).toBeVisible()
    await page.user.click(screen.getAllByRole('button', { name: /^When/ })[0] as HTMLElement)
    await settle()
    expect(server.to('/api/datechoices')[0]?.query).toEqual({ channel: 'ukcaravan', promo: '1' })
    expect(screen.getByText('Only arrivals on your offer dates.')).toBeVisible()
  })
})

it('[OP-PROMO-18] the deals of the home page are those on a reader’s dates', async () => {
  brand.home.dealsPhrase = 'deals'
  const columns = { type: 'HomeColumns', data: { heading: 'Deals', columns: [] } }
  holdAnswers({
    '/api/getpromodata': ok({ DATES: [{ date: '27/11/2026' }], passed: true }),
    '/api/cachedavailability': ok(prices),
  })
  const store = readyStore({ ...initData, promotion, homepageLayout: [columns] as never })
  store.dispatch(promotionPassed())
  act(() => {
    store.dispatch(
      availabilityCall.success(prices, { id: '', attempt: 1, params: { channel: 'ukcaravan' } }),
    )
  })
  await visit('/', store)
  await waitFor(() => expect(screen.getByText('On the dates')).toBeVisible())
  expect(screen.queryByText('Off the dates')).toBeNull()
  expect(groupDeals(prices.latedeals, '2026-11-21')[0]?.deals).toHaveLength(2)
})
