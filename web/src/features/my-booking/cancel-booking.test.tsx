import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { CancelPlan } from '../../api/schema'
import { existingBooking, refusal, serveBooking } from '../../test/bookings'
import { renderBooking } from '../../test/booking-pages'
import { holdAnswers } from '../../test/held-server'
import { readyStore } from '../../test/render'
import { initData } from '../../test/catalogue'
import { ok } from '../../test/server'
import { setPreviousBooking } from './previous-booking-slice'

const terms = [
  'If you cancel by Mon 1st Jun 2026, 50% of the price comes back.',
  'After that, nothing comes back.',
]
const cancellable = { cancellable: true, cancellation: terms }
const cancelled = existingBooking({
  status: 'cancelled',
  settled: { rule: terms[0], back: '196.00', kept: '34.00' },
})
const plan = (own: Partial<CancelPlan> = {}): CancelPlan => ({
  bookingId: '7K3QX-9F2MA',
  rule: terms[0],
  back: '196.00',
  kept: '34.00',
  until: '01/06/2026',
  plan: 'h1',
  parts: [
    { amount: '150.00', method: 'card', ending: '1111' },
    { amount: '46.00', method: 'voucher', code: 'GIFT50', until: '2027-03-31' },
  ],
  ...own,
})

function show(changes: Parameters<typeof existingBooking>[0] = cancellable) {
  const store = readyStore(initData())
  store.dispatch(setPreviousBooking(existingBooking(changes)))
  return renderBooking('/my-booking', store)
}
const mine = { '/api/mybookings': ok({ bookings: [existingBooking(cancellable)] }) }
const look = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'See what comes back' }))
const confirm = async (name = 'Cancel the booking, £196 back') =>
  userEvent.click(await screen.findByRole('button', { name }))

it('has nothing about cancelling where the operator has set no terms', async () => {
  serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking()] }) })
  show({})
  expect(await screen.findByRole('heading', { name: 'My Booking' })).toBeVisible()
  expect(screen.queryByText('If you cancel')).toBeNull()
  expect(screen.queryByRole('button', { name: 'See what comes back' })).toBeNull()
})

it('shows what comes back, to where and by which rule, before anything is done', async () => {
  const requests = serveBooking({ ...mine, '/api/plancancel': ok(plan()) })
  show()
  await look()
  const shown = await screen.findByRole('status')
  expect(shown).toHaveTextContent('£196 comes back to you.')
  expect(shown).toHaveTextContent('50% of the price comes back')
  expect(shown).toHaveTextContent('£150 to your card ending 1111')
  expect(shown).toHaveTextContent('£46 to voucher GIFT50, valid until 31 Mar 2027')
  expect(shown).toHaveTextContent('£34 of what you paid is kept.')
  expect(shown).toHaveTextContent('This holds until Mon 1st Jun 2026.')
  await userEvent.click(screen.getByRole('button', { name: 'Keep the booking' }))
  expect(screen.queryByRole('status')).toBeNull()
  expect(requests.filter(({ path }) => path === '/api/cancelbooking')).toEqual([])
})

it('cancels as the plan says, by keyboard, and shows what became of the money', async () => {
  const answers = { '/api/plancancel': ok(plan()), '/api/cancelbooking': ok(cancelled) }
  const requests = serveBooking({ ...mine, ...answers })
  show()
  await look()
  ;(await screen.findByRole('button', { name: 'Cancel the booking, £196 back' })).focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'This booking is cancelled' })).toBeVisible()
  expect(screen.getByText(/£196 comes back to you. £34 of what you paid is kept./)).toBeVisible()
  const sent = requests.find(({ path }) => path === '/api/cancelbooking')
  expect(sent?.query).toEqual({})
  expect(sent?.form).toMatchObject({ bookingId: '7K3QX-9F2MA', plan: 'h1' })
  expect(sent?.form.key).toMatch(/^[0-9a-f-]{36}$/)
})

it('shows a new plan where the old one does not hold any more', async () => {
  const plans = [ok(plan()), ok(plan({ back: '0.00', kept: '230.00', parts: [], plan: 'h2' }))]
  serveBooking({
    ...mine,
    '/api/plancancel': () => plans.shift() ?? 'no answer',
    '/api/cancelbooking': refusal(409, 'PRICE_CHANGED', 'What comes back has changed.'),
  })
  show()
  await look()
  await confirm()
  expect(await screen.findByRole('alert')).toHaveTextContent('What comes back has changed.')
  expect(screen.getByRole('status')).toHaveTextContent('Nothing comes back.')
  expect(screen.getByRole('button', { name: 'Cancel the booking' })).toBeVisible()
})

it('says why it cannot be cancelled now', async () => {
  const text = 'Your payment is still on its way from your bank. Please try again in some minutes.'
  serveBooking({ ...mine, '/api/plancancel': refusal(409, 'PAYMENT_IN_PROGRESS', text) })
  show()
  await look()
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByRole('button', { name: 'See what comes back' })).toBeVisible()
})

it('shows a booking that was cancelled in another tab as it is', async () => {
  const text = 'This booking has been cancelled already.'
  let there = existingBooking(cancellable)
  serveBooking({
    '/api/mybookings': () => ok({ bookings: [there] }),
    '/api/plancancel': refusal(409, 'BOOKING_STATE', text),
  })
  show()
  await screen.findByRole('button', { name: 'See what comes back' })
  there = cancelled
  await look()
  expect(await screen.findByRole('heading', { name: 'This booking is cancelled' })).toBeVisible()
})

it('asks for the booking again where the access to it has ended', async () => {
  let there = [existingBooking(cancellable)]
  serveBooking({
    '/api/mybookings': () => ok({ bookings: there }),
    '/api/plancancel': refusal(404, 'NOT_FOUND', 'We could not find this booking.'),
  })
  const view = show()
  await screen.findByRole('button', { name: 'See what comes back' })
  there = []
  await look()
  await waitFor(() => expect(view.path()).toBe('/login'))
})

it('sends a double press once, and repeats the same request after a lost connection', async () => {
  const server = holdAnswers({ ...mine, '/api/plancancel': ok(plan()) })
  show()
  await look()
  await confirm()
  await confirm()
  const first = server.pending('/api/cancelbooking')
  await first.lose()
  await confirm()
  const second = server.pending('/api/cancelbooking')
  expect(second.form).toEqual(first.form)
  await second.answer(cancelled)
  await waitFor(() => expect(screen.getByText('This booking is cancelled')).toBeVisible())
})
