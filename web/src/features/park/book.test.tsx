import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { bookAnswer } from '../../test/bookings'
import { holdAnswers } from '../../test/held-server'
import { details, unit } from '../../test/parks'
import { ok } from '../../test/server'
import { settle, visit } from '../../test/visit'

const address =
  '/holidays/HV101/gannet-sands?channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs='

const results = {
  searchId: 's_1',
  unitTypes: [],
  results: {
    '24/11/2026': {
      '3': [
        unit('u1', '349.00', 'Skerry', { unitDesc: 'Skerry', unitsLeft: 1 }),
        unit('u2', '428.00', 'Fulmar', { unitDesc: 'Fulmar', unitsLeft: 1 }),
      ],
    },
  },
}

/**
 * Opens the park's page. The test itself answers /api/book and, if no holds are given, /api/holds.
 */
async function park(holds: unknown[] = [], addBooking?: () => Promise<void>) {
  const server = holdAnswers({
    '/api/parkdetails': ok({ park: details }),
    '/api/parkresults': ok(results),
    '/api/tripadvisor': ok({ reviews: [], bubbles: '' }),
    '/api/holds': ok({ holds }),
    '/api/getextras': ok({ extras: [], showDiscountBox: 'false' }),
    '/api/cachedavailability': ok({}),
    '/content/json/accom-types/new/HV101.json': { status: 404, body: '' },
  })
  const page = await visit(address, undefined, addBooking)
  return { server, page }
}

const rowOf = async (name: string) =>
  (await screen.findByRole('heading', { level: 3, name })).closest('li') as HTMLElement
const bookIn = async (row: HTMLElement, page: Awaited<ReturnType<typeof visit>>) =>
  page.user.click(within(row).getByRole('button', { name: /^Book/ }))

describe('the Book button', () => {
  it('shows why booking failed, and focuses the message', async () => {
    const { server, page } = await park()
    const row = await rowOf('Fulmar')
    await bookIn(row, page)
    await server.pending('/api/book').lose()
    const notice = within(row).getByRole('alert')
    expect(notice).toHaveTextContent(/^Network error/)
    expect(notice).toHaveFocus()
    expect(within(await rowOf('Skerry')).queryByRole('alert')).toBeNull()
  })

  it('shows above the list that a unit is gone, removes its row, and focuses the message', async () => {
    const { server, page } = await park()
    await bookIn(await rowOf('Fulmar'), page)
    await server.pending('/api/book').refuse(409, 'UNIT_UNAVAILABLE', 'gone')
    expect(screen.queryByRole('heading', { level: 3, name: 'Fulmar' })).toBeNull()
    const notice = screen.getByRole('alert')
    expect(notice).toHaveTextContent('This unit is no longer available. Please choose another one.')
    expect(notice).toHaveFocus()
  })

  it('opens no page when the visitor has left before the answer', async () => {
    const { server, page } = await park()
    await bookIn(await rowOf('Fulmar'), page)
    await page.goTo('/login')
    await server.pending('/api/book').answer(bookAnswer())
    await settle()
    expect(page.address()).toBe('/login')
    expect(page.store.getState().booking.bookingId).toBeUndefined()
    expect(page.store.getState().booking.pendingParams).toBeUndefined()
  })

  it('says beside the button that its code cannot be loaded, and books at the next press', async () => {
    let missing = true
    const { server, page } = await park([], async () => {
      if (missing) throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
    })
    const row = await rowOf('Fulmar')
    await bookIn(row, page)
    const notice = within(row).getByRole('alert')
    expect(notice).toHaveTextContent(/could not be loaded. Please reload the page/)
    expect(notice).toHaveFocus()
    expect(server.to('/api/book')).toHaveLength(0)
    missing = false
    await bookIn(row, page)
    await server.pending('/api/book').answer(bookAnswer())
    expect(page.address()).toBe('/booking/extras')
  })

  it('is busy until the booking’s page is shown', async () => {
    const { server, page } = await park()
    const row = await rowOf('Fulmar')
    await bookIn(row, page)
    const button = within(row).getByRole('button', { name: /^Book/ })
    expect(button).toHaveAttribute('aria-busy', 'true')
    await server.pending('/api/book').answer(bookAnswer())
    expect(page.address()).toBe('/booking/extras')
    expect(button).toHaveAttribute('aria-busy', 'true')
  })
})

describe('a booking that this visitor has not finished', () => {
  it('can be continued, even when it is sold out for everybody else', async () => {
    const { server } = await park([bookAnswer({ unitDesc: 'Turnstone' }).booking])
    const card = await screen.findByRole('region', { name: 'Your booking in progress' })
    expect(card).toHaveTextContent('Turnstone, Gannet Sands')
    expect(within(card).getByRole('button', { name: 'Continue your booking' })).toBeVisible()
    expect(server.to('/api/holds')).toHaveLength(1)
  })

  it('is not shown on the page of another park', async () => {
    await park([bookAnswer({ parkId: 'HV102' }).booking])
    await rowOf('Fulmar')
    expect(screen.queryByRole('region', { name: 'Your booking in progress' })).toBeNull()
  })
})
