import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { bookAnswer } from '../../test/bookings'
import { holdAnswers } from '../../test/held-server'
import { details, unit } from '../../test/parks'
import { readyStore } from '../../test/render'
import { initData } from '../../test/search-store'
import { ok } from '../../test/server'
import { visit } from '../../test/visit'
import { loadPromoDates } from '../promotion'
import { promotionPassed } from '../../test/promotion'

const day = (date: string) => ({
  '3': [
    unit(`u-${date}`, '217.00', 'Skerry', {
      unitDesc: 'Skerry',
      deposit: '50.00',
      arrivalDate: date,
    }),
  ],
})
const results = {
  searchId: 's_1',
  unitTypes: [],
  results: {
    '24/11/2026': day('24/11/2026'),
    '27/11/2026': day('27/11/2026'),
    '30/11/2026': day('30/11/2026'),
  },
}

/** Opens the park's page on a date as a reader, whose dates are on offer for 15 per cent less. */
async function park(date: string, offers: string[] | 'late', prices: object = {}) {
  let passed = true
  const server = holdAnswers({
    ...(offers !== 'late' && {
      '/api/getpromodata': () =>
        ok({ DATES: passed ? offers.map((one) => ({ date: one })) : [], passed }),
    }),
    '/api/parkdetails': ok({ park: details }),
    '/api/parkresults': ok(results),
    '/api/tripadvisor': ok({ reviews: [], bubbles: '' }),
    '/api/holds': ok({ holds: [] }),
    '/api/getextras': ok({ extras: [], showDiscountBox: 'false' }),
    '/api/cachedavailability': ok(prices),
    '/content/json/accom-types/new/HV101.json': { status: 404, body: '' },
  })
  const store = readyStore({
    ...initData,
    promotion: { open: 'Y', emailcapture: 'N', papercapture: 'N', keywords: 2, percentOff: 15 },
  })
  store.dispatch(promotionPassed())
  const page = await visit(
    `/holidays/HV101/gannet-sands?channel=ukcaravan&region=12&date=${date}&nights=3&adults=2&children=0&infants=0&dogs=`,
    store,
  )
  await waitFor(() => expect(server.to('/api/getpromodata')).not.toHaveLength(0))
  return { server, page, endPass: () => (passed = false) }
}

const row = async () =>
  (await screen.findByRole('heading', { level: 3, name: 'Skerry' })).closest('li') as HTMLElement

describe('a unit on a date of the promotion', () => {
  it('shows the price with the code words, paid in full, beside the price without', async () => {
    const { server, page } = await park('27/11/2026', ['27/11/2026'])
    const text = await row()
    await waitFor(() => expect(text).toHaveTextContent('With your code words£184.45£217 without'))
    expect(text).toHaveTextContent('Paid in full with your code words.')
    expect(text).not.toHaveTextContent(/^£50 deposit today/)
    await page.user.click(
      within(text).getByRole('button', { name: /^Book\s?Skerry\s?with your code words$/ }),
    )
    const call = server.pending('/api/book')
    expect(call.query).toMatchObject({ promo: '1', promoPrice: '184.45', unitId: 'u-27/11/2026' })
    await call.answer(bookAnswer())
    expect(page.address()).toBe('/booking/extras')
  })

  it('keeps the room of its price until the dates are there, for which Book waits', async () => {
    const { server, page } = await park('27/11/2026', 'late')
    const text = await row()
    expect(within(text).getByText('With your code words')).toHaveClass('invisible')
    expect(within(text).getByText(/^Paid in full/).parentElement).toHaveClass('invisible')
    await page.user.dblClick(within(text).getByRole('button', { name: /^Book\s*Skerry$/ }))
    expect(server.to('/api/book')).toEqual([])
    // A newer call has replaced that of the page.
    await server
      .pending('/api/getpromodata', 1)
      .answer({ DATES: [{ date: '27/11/2026' }], passed: true })
    expect(server.pending('/api/book').query).toMatchObject({ promo: '1', promoPrice: '184.45' })
    expect(server.to('/api/book')).toHaveLength(1)
    expect(within(text).getByText('With your code words')).not.toHaveClass('invisible')
  })

  it('waits for a newer call for the dates, too', async () => {
    const { server, page } = await park('27/11/2026', 'late')
    const text = await row()
    await page.user.click(within(text).getByRole('button', { name: /^Book\s*Skerry$/ }))
    // As when the reader comes back to the tab.
    await act(async () => void page.store.dispatch(loadPromoDates()))
    expect(server.to('/api/book')).toEqual([])
    await server
      .pending('/api/getpromodata', 3)
      .answer({ DATES: [{ date: '27/11/2026' }], passed: true })
    expect(server.pending('/api/book').query).toMatchObject({ promo: '1', promoPrice: '184.45' })
  })

  it('is booked at the price that is shown when the dates do not come', async () => {
    const { server, page } = await park('27/11/2026', 'late')
    const text = await row()
    await page.user.click(within(text).getByRole('button', { name: /^Book\s*Skerry$/ }))
    await server.pending('/api/getpromodata', 1).refuse(500, 'INTERNAL', 'no')
    expect(server.pending('/api/book').query.promo).toBeUndefined()
    expect(text).toHaveTextContent('£217')
    expect(within(text).queryByText('With your code words')).toBeNull()
  })

  it('can be booked without them, by deposit', async () => {
    const { server, page } = await park('27/11/2026', ['27/11/2026'])
    const text = await row()
    const without = await within(text).findByRole('button', { name: 'Book without them: Skerry' })
    expect(without.parentElement).toHaveTextContent('for £217, £50 deposit today')
    await page.user.click(without)
    const { query } = server.pending('/api/book')
    expect(query.promo).toBeUndefined()
    expect(query.promoPrice).toBeUndefined()
  })

  it('[OP-PROMO-14] says that the code words do not count any more, and asks for them again', async () => {
    const { server, page, endPass } = await park('27/11/2026', ['27/11/2026'])
    await page.user.click(
      await within(await row()).findByRole('button', {
        name: /^Book\s?Skerry\s?with your code words$/,
      }),
    )
    endPass()
    await server.pending('/api/book').refuse(422, 'PROMO_NOT_VALID', 'no')
    expect(within(await row()).getByRole('alert')).toHaveTextContent(
      'Your code words do not count for this holiday any more. Enter them again, or book without them.',
    )
    await waitFor(() => expect(page.store.getState().promotion.passEnded).toBe(true))
    expect(within(await row()).getByRole('button', { name: /^Book\s?Skerry$/ })).toBeEnabled()
  })
})

describe('[CAL-11] the dates of a park for a reader', () => {
  const strip = () =>
    within(screen.getByRole('list', { name: 'Arrival dates' }))
      .getAllByRole('button')
      .map((button) => /\d+\w+ \w+/.exec(button.textContent)?.[0])

  it('are those of the promotion', async () => {
    await park('27/11/2026', ['27/11/2026', '30/11/2026'])
    await waitFor(() => expect(strip()).toEqual(['27th Nov', '30th Nov']))
    expect(
      screen.getByText(/^Lowest price for 3 nights, .*, before the 15% off with your code words$/),
    ).toBeVisible()
    expect(screen.queryByText(/is not one of your offer dates/)).toBeNull()
  })

  it('do not include that of the address, which the page says', async () => {
    const { page } = await park('24/11/2026', ['27/11/2026'])
    expect(
      await screen.findByText(
        'Tuesday 24th November 2026 is not one of your offer dates. Please choose one in the calendar.',
      ),
    ).toBeVisible()
    expect(screen.queryByRole('heading', { level: 3, name: 'Skerry' })).toBeNull()
    expect(page.query('date')).toBe('24/11/2026')
  })

  /** What Cornwall costs for three nights on some dates. */
  const cornwall = (...dates: string[]) => ({
    minprices: { '12': Object.fromEntries(dates.map((one) => [one, { '3': { N: { '2': 99 } } }])) },
    minparkprices: {},
    months: ['2026-11', '2027-06'],
    latedeals: [],
    nightsOptions: { '12': [3, 4] },
  })

  it('are none where no stay of these nights starts on them, which the page says', async () => {
    await park('24/11/2026', ['28/11/2026'], cornwall('24/11/2026', '27/11/2026'))
    await waitFor(() =>
      expect(
        within(document.getElementById('prices') as HTMLElement).getByText(
          /^No holidays of 3 nights start on your offer dates\./,
        ),
      ).toBeVisible(),
    )
    expect(screen.queryByRole('list', { name: 'Arrival dates' })).toBeNull()
  })

  it('[OP-PROMO-16] may be in other months: the page offers the nearest', async () => {
    const { server, page } = await park(
      '24/11/2026',
      ['11/06/2027', '18/06/2027', '25/06/2027'],
      cornwall('24/11/2026', '18/06/2027', '25/06/2027'),
    )
    expect(await screen.findByText('None of your offer dates is in these months.')).toBeVisible()
    expect(screen.queryByText(/^No holidays of 3 nights/)).toBeNull()
    expect(strip()).toEqual(['24th Nov'])
    await page.user.click(await screen.findByRole('button', { name: 'See Fri 18th Jun 2027' }))
    await waitFor(() => expect(page.query('date')).toBe('18/06/2027'))
    expect(server.to('/api/parkresults').at(-1)?.query.from).toBe('01/05/2027')
  })

  it('while no price is known, the page says where to choose one', async () => {
    await park('24/11/2026', ['18/06/2027'])
    expect(
      await screen.findByText(
        'None of your offer dates is in these months. Please choose one in the calendar, or another number of nights.',
      ),
    ).toBeVisible()
  })
})
