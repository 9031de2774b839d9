import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { bookAnswer, deposit, extras, params, refusal, serveBooking } from '../../test/bookings'
import { renderBooking } from '../../test/booking-pages'
import { initData } from '../../test/catalogue'
import { readyStore } from '../../test/render'
import { type Answers, ok } from '../../test/server'
import { settle } from '../../test/visit'
import { startBooking } from './start-booking'

const serveHold = (answers: Answers = {}) =>
  serveBooking({ '/api/holds': ok({ holds: [bookAnswer().booking] }), ...answers })

describe('a booking whose pages the visitor has left', () => {
  it('is still held after Back, and Forward offers to continue it', async () => {
    const requests = serveHold({
      '/api/getextras': ok({ extras, showDiscountBox: 'false' }),
      '/api/getdeposit': ok(deposit()),
    })
    const store = readyStore(initData())
    await store.dispatch(startBooking(params))
    const { router, path } = renderBooking('/booking/extras', store)
    await screen.findByRole('heading', { name: 'Extras' })
    await act(async () => {
      await router.navigate('/holidays/HV101/gannet-sands')
    })
    expect(store.getState().booking.bookingId).toBeUndefined()
    await act(async () => {
      await router.navigate(-1)
    })
    await settle()
    const card = await screen.findByRole('region', { name: 'Your booking in progress' })
    expect(card).toHaveTextContent('Skerry, Gannet Sands')
    expect(card).toHaveTextContent('We are holding this holiday for you until 13:32.')
    expect(screen.queryByText(/You have no booking in progress/)).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Continue your booking' }))
    expect(await screen.findByRole('heading', { name: 'Extras' })).toBeVisible()
    expect(path()).toBe('/booking/extras')
    expect(store.getState().booking).toMatchObject({
      bookingId: '7K3QX-9F2MA',
      parkName: 'Gannet Sands',
      parkBookingUrl: params.parkBookingUrl,
    })
    const starts = requests.filter(({ path, query }) => path === '/api/book' && query.unitId)
    expect(starts).toHaveLength(1)
  })

  it('is released by ‘Leave this booking’', async () => {
    let live = true
    const requests = serveHold({
      '/api/holds': () => ok({ holds: live ? [bookAnswer().booking] : [] }),
      '/api/releasehold': () => {
        live = false
        return ok({})
      },
    })
    renderBooking('/booking/extras')
    await userEvent.click(await screen.findByRole('button', { name: 'Leave this booking' }))
    expect(await screen.findByText(/You have no booking in progress/)).toBeVisible()
    expect(requests.find(({ path }) => path === '/api/releasehold')).toMatchObject({
      method: 'POST',
      form: { bookId: '7K3QX-9F2MA' },
    })
  })

  it('shows at its buttons why it cannot be continued or released', async () => {
    serveHold({
      '/api/releasehold': refusal(409, 'PAYMENT_IN_PROGRESS', 'A payment is in progress.'),
      '/api/book': 'no answer',
    })
    renderBooking('/booking/extras')
    await userEvent.click(await screen.findByRole('button', { name: 'Leave this booking' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('A payment is in progress.')
    await userEvent.click(screen.getByRole('button', { name: 'Continue your booking' }))
    expect(await screen.findByText(/^Network error/)).toBeVisible()
    expect(screen.getByRole('alert')).toHaveFocus()
  })
})
