import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { prepayment, refusal, serveBooking } from '../../test/bookings'
import { renderBooking } from '../../test/booking-pages'
import { recordEvents } from '../../test/events'
import { answerDeviceData, posts, typeCard, worldpay } from '../../test/payments'
import { ok } from '../../test/server'

answerDeviceData()

const stay = {
  parkName: 'Gannet Sands',
  arrivalDate: '17/07/2026',
  duration: 3,
  amount: '60.00',
  until: '03/06/2026',
}
const address = '/booking/payment#Ltoken'

it('opens a link without leaving its token in the address, pays by it, and tells analytics nothing', async () => {
  recordEvents()
  const requests = serveBooking({
    '/api/openpaylink': ok(stay),
    '/api/prepayment': ok(prepayment({ amount: '60.00', worldpay })),
    '/api/postpayment': ok({ status: 'authorised', amountPaid: '60.00' }),
  })
  const view = renderBooking(address)
  expect(await screen.findByRole('heading', { name: 'Pay for a holiday' })).toBeVisible()
  expect(await screen.findByLabelText('What you pay for')).toHaveTextContent(
    'Gannet SandsFri 17th Jul 2026 to Mon 20th Jul 20263 nightsTo pay£60',
  )
  expect(view.router.state.location.hash).toBe('')
  await userEvent.click(screen.getByLabelText(/^Your email address/))
  await userEvent.paste('sam@mail.example')
  await typeCard()
  await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
  expect(posts(requests, '/api/prepayment')).toEqual([])
  for (const [label, text] of [
    ['Address', '3 Gull Row'],
    ['Town', 'Scarborough'],
    ['County', 'North Yorkshire'],
    ['Postcode', 'YO11 2AB'],
  ] as const) {
    await userEvent.click(screen.getByLabelText(label))
    await userEvent.paste(text)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
  await waitFor(() => expect(view.opened).toEqual(['/booking/confirmation']))
  expect(posts(requests, '/api/prepayment')[0]).toMatchObject({
    bookId: 'Ltoken',
    paymentOption: 'topup',
    expectedAmount: '60.00',
    email: 'sam@mail.example',
  })
  expect(posts(requests, '/api/postpayment')[0]).toMatchObject({
    bookId: 'Ltoken',
    billingDifferent: 'Y',
    postcode: 'YO11 2AB',
  })
  expect(JSON.stringify(window.dataLayer)).not.toContain('Ltoken')
})

it('says why nothing can be paid by a link', async () => {
  serveBooking({
    '/api/openpaylink': refusal(409, 'BOOKING_STATE', 'This link has been paid. Thank you.'),
  })
  renderBooking(address)
  expect(await screen.findByText('This link has been paid. Thank you.')).toBeVisible()
  expect(screen.queryByLabelText('Card number')).toBeNull()
})

it('tries again after an error of the server', async () => {
  const answers = [{ status: 503, body: {} }, ok(stay)]
  serveBooking({ '/api/openpaylink': () => answers.shift() ?? 'no answer' })
  renderBooking(address)
  await userEvent.click(await screen.findByRole('button', { name: /retry|again/i }))
  expect(await screen.findByLabelText('What you pay for')).toBeVisible()
})
