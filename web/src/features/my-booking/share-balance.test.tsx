import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { PayLink } from '../../api/schema'
import { existingBooking, refusal, serveBooking } from '../../test/bookings'
import { renderBooking } from '../../test/booking-pages'
import { readyStore } from '../../test/render'
import { initData } from '../../test/catalogue'
import { ok } from '../../test/server'
import { setPreviousBooking } from './previous-booking-slice'

const link = (own: Partial<PayLink> = {}): PayLink => ({
  id: 'a',
  name: 'Sam',
  state: 'open',
  amount: '60.00',
  until: '03/06/2026',
  token: 'Ltoken',
  ...own,
})
const shareable = (payLinks?: PayLink[]) =>
  existingBooking({
    shareable: true,
    totalCost: '230.00',
    amountPaid: '80.00',
    outstanding: '150.00',
    payLinks,
  })

function show(booking = shareable()) {
  const store = readyStore(initData())
  store.dispatch(setPreviousBooking(booking))
  return renderBooking('/my-booking', store)
}

it('is not there where the site offers no links', async () => {
  serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking()] }) })
  show(existingBooking())
  expect(await screen.findByRole('heading', { name: 'My Booking' })).toBeVisible()
  expect(screen.queryByText('Let others pay')).toBeNull()
})

it('makes a link for each person, with equal shares and one for the guest', async () => {
  const made = shareable([link(), link({ id: 'b', name: 'Ali' })])
  const requests = serveBooking({
    '/api/mybookings': ok({ bookings: [shareable()] }),
    '/api/makepaylinks': ok(made),
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }))
  await userEvent.type(screen.getByLabelText('Name of person 1'), 'Sam')
  await userEvent.type(screen.getByLabelText('Name of person 2'), 'Ali')
  await userEvent.click(screen.getByRole('button', { name: 'Split equally' }))
  await userEvent.click(screen.getByRole('button', { name: 'Make links' }))
  expect(await screen.findByLabelText('Link for Ali')).toHaveValue(
    `${window.location.origin}/booking/payment#Ltoken`,
  )
  const sent = requests.find(({ path }) => path === '/api/makepaylinks')
  expect(sent?.form).toMatchObject({
    name1: 'Sam',
    amount1: '50.00',
    name2: 'Ali',
    amount2: '50.00',
  })
})

it('says at the field what is wrong with an amount', async () => {
  const text = 'Please enter an amount between £1 and £150'
  serveBooking({
    '/api/mybookings': ok({ bookings: [shareable()] }),
    '/api/makepaylinks': refusal(422, 'VALIDATION', text, {
      errors: [{ code: 'VALIDATION', message: text, field: 'amount1' }],
    }),
  })
  show()
  await userEvent.type(await screen.findByLabelText('Amount (£)'), '500')
  await userEvent.click(screen.getByRole('button', { name: 'Make a link' }))
  expect(await screen.findByLabelText('Amount (£)')).toHaveAccessibleDescription(text)
})

it('shows who has paid, and takes a link back', async () => {
  const paid = link({ id: 'b', name: 'Ali', state: 'paid', paidOn: '21/05/2026', token: undefined })
  const before = shareable([link(), paid])
  const requests = serveBooking({
    '/api/mybookings': ok({ bookings: [before] }),
    '/api/endpaylink': ok(shareable([link({ state: 'ended', token: undefined }), paid])),
  })
  show(before)
  const [sam, ali] = await screen.findAllByText(/£60/)
  expect(ali?.parentElement).toHaveTextContent('Ali: £60, paid on 21 May 2026.')
  const row = sam?.closest('li')
  if (!row) throw new Error('no row')
  await userEvent.click(within(row).getByRole('button', { name: 'End link' }))
  expect(await screen.findByText(/it is not valid any more/)).toBeVisible()
  expect(requests.find(({ path }) => path === '/api/endpaylink')?.form).toMatchObject({ id: 'a' })
})
