import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { existingBooking, prepayment, refusal, serveBooking, receipt } from '../../test/bookings'
import { renderBooking, storeWith } from '../../test/booking-pages'
import { readyStore } from '../../test/render'
import { initData } from '../../test/catalogue'
import { brand } from '../../brands'
import { brandOf, siteCodes } from '../../test/brands'
import { details } from '../../test/parks'
import { answerDeviceData, authorised, paying } from '../../test/payments'
import { resizeTo } from '../../test/screen'
import { ok } from '../../test/server'
import { rejectAnalytics, startAnalytics } from '../analytics'
import { loadBooking } from '../booking'
import { parkPageChosen } from '../park-data'
import { prePaymentCall } from './calls'
import { requestOutcome } from './pay'

answerDeviceData()

const existingBookingStore = () => {
  const store = readyStore(initData())
  store.dispatch(loadBooking(existingBooking()))
  return store
}

describe('the confirmation page', () => {
  const confirmed = {
    confirmationId: '7K3QX-9F2MA',
    bookingId: undefined,
    receipt,
    parkName: 'Gannet Sands',
  }

  it('[BOOK-14] [BOOK-15] [BOOK-17] shows reference, stay, place, balance and the address of the e-mail', async () => {
    const park = {
      parkId: 'HV101',
      address: 'Trevarrow, Cornwall, TR1 1AA',
      importantInfo: '<p>Check in from 4pm, check out by 10am.</p>',
    }
    serveBooking({ '/api/parkdetails': ok({ park }) })
    const booking = { ...confirmed, dueDate: '08/05/2026' }
    renderBooking('/booking/confirmation', storeWith({ booking }))
    expect(
      await screen.findByRole('heading', { name: 'Your holiday booking has been confirmed!' }),
    ).toBeVisible()
    const ticket = within(screen.getByRole('region', { name: 'Your booking' }))
    expect(ticket.getByText('7K3QX-9F2MA')).toBeVisible()
    expect(ticket.getByText('Fri 17th Jul 2026')).toBeVisible()
    expect(ticket.getByText('Mon 20th Jul 2026')).toBeVisible()
    expect(ticket.getByText(/^3 night stay/)).toBeVisible()
    expect(ticket.getByText('Outstanding amount to pay before 8 May 2026: £269')).toBeVisible()
    expect(await ticket.findByText('Trevarrow, Cornwall, TR1 1AA')).toBeVisible()
    expect(ticket.getByText('Check in from 4pm, check out by 10am.')).toBeVisible()
    expect(ticket.getByRole('link', { name: /^Get directions/ })).toBeVisible()
    expect(ticket.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
      'download',
      'holiday-7K3QX-9F2MA.ics',
    )
    const paper = document.querySelector('.print-sheet')
    expect(paper).toHaveTextContent('Outstanding amount to pay before 8 May 2026')
    expect(paper).toHaveTextContent('Trevarrow, Cornwall, TR1 1AA')
    expect(paper).toHaveTextContent('Check in from 4pm, check out by 10am.')
    expect(
      screen.getByText('Confirmation of your holiday booking has been emailed to you.'),
    ).toBeVisible()
  })

  it('names the company that provides the stay, on the screen and on paper', async () => {
    serveBooking({ '/api/parkdetails': ok({ park: details }) })
    const party = [{ name: 'Ms P Shah', age: '34' }]
    const booking = {
      ...confirmed,
      operatorName: 'Coastfold Parks',
      receipt: { ...receipt, party },
    }
    renderBooking('/booking/confirmation', storeWith({ booking }))
    const ticket = await screen.findByRole('region', { name: 'Your booking' })
    expect(ticket).toHaveTextContent('Your stay is provided by Coastfold Parks.')
    const paper = document.querySelector('.print-sheet')
    expect(paper).toHaveTextContent('Your stay is provided by Coastfold Parks.')
    expect(paper).toHaveTextContent('Party AgeMs P Shah34')
  })

  it('says nothing of a company where the booking names none, as an imported one may not', async () => {
    serveBooking({ '/api/parkdetails': ok({ park: details }) })
    renderBooking('/booking/confirmation', storeWith({ booking: confirmed }))
    const ticket = await screen.findByRole('region', { name: 'Your booking' })
    await within(ticket).findByRole('link', { name: /^Get directions/ })
    for (const place of [ticket, document.querySelector('.print-sheet')]) {
      expect(place).not.toHaveTextContent('Your stay is provided by')
      expect(place?.querySelector('p:empty')).toBeNull()
    }
  })

  it('names on paper no day for a balance of nothing', async () => {
    serveBooking()
    const paid = { ...receipt, paidNow: 34900, paid: 34900, outstanding: 0 }
    const booking = { ...confirmed, receipt: paid, dueDate: '08/05/2026' }
    renderBooking('/booking/confirmation', storeWith({ booking }))
    await screen.findByRole('region', { name: 'Your booking' })
    expect(document.querySelector('.print-sheet')).toHaveTextContent('Outstanding amount to pay£0')
  })

  it('says who receives the balance of a compulsory deposit, in the words of the operator', async () => {
    serveBooking({ '/api/parkdetails': ok({ park: details }) })
    renderBooking(
      '/booking/confirmation',
      storeWith({
        booking: {
          ...confirmed,
          compulsoryDeposit: 1,
          dueDate: '08/05/2026',
          depositText: 'Its owner sends the arrangements.',
        },
      }),
    )
    const ticket = await screen.findByRole('region', { name: 'Your booking' })
    expect(ticket).toHaveTextContent('Payable direct to the park operator£269')
    expect(ticket).toHaveTextContent('Its owner sends the arrangements.')
    expect(ticket).toHaveTextContent('Outstanding amount to pay before 8 May 2026: £269')
    const paper = document.querySelector('.print-sheet')
    expect(paper).toHaveTextContent(
      'Payable direct to the park operator before 8 May 2026£269Its owner sends the arrangements.',
    )
  })

  it('tells what was bought: times, dogs, extras and voucher, on the screen, on paper and in the calendar file', async () => {
    serveBooking({ '/api/parkdetails': ok({ park: { ...details, checkOut: '10am' } }) })
    const lines = [
      { label: 'Accommodation Price', amount: 34900, notes: ['15% off with your code words'] },
      { label: 'Late check-out × 1', amount: 3500 },
      { label: 'Voucher (GIFT500)', amount: -38400 },
    ]
    const rule = 'The lead guest must be 21 or over on the day of arrival.'
    const paid = { lines, total: 0, paidNow: 0, paid: 0, outstanding: 0, paidByVoucher: true }
    renderBooking(
      '/booking/confirmation',
      storeWith({
        booking: {
          ...confirmed,
          receipt: { ...receipt, ...paid },
          party: { adults: 2, children: 0, under5s: 0, petFriendly: true, dogs: 2 },
          checkIn: '4pm',
          checkOut: 'midday',
          rules: [rule],
        },
      }),
    )
    expect(await screen.findByText('Paid with your voucher')).toBeVisible()
    const ticket = screen.getByRole('region', { name: 'Your booking' })
    const paper = document.querySelector<HTMLElement>('.print-sheet')
    for (const place of [ticket, paper]) {
      expect(place).toHaveTextContent(/Fri 17th Jul 2026 ?from 4pm/)
      expect(place).toHaveTextContent(/Mon 20th Jul 2026 ?by midday/)
      expect(place).toHaveTextContent('2 guests + 2 dogs')
      expect(place).toHaveTextContent(
        'Accommodation Price15% off with your code words£349Late check-out × 1£35Voucher (GIFT500)−£384Total cost£0Amount paid£0',
      )
      expect(place).toHaveTextContent(rule)
      expect(place).not.toHaveTextContent('by 10am')
    }
    const file = await within(ticket).findByRole('link', { name: 'Add to calendar' })
    expect(decodeURIComponent(file.getAttribute('href') ?? '').replaceAll('\r\n ', '')).toContain(
      String.raw`Check in from 4pm\, check out by midday`,
    )
  })

  it('[PARK-35] shows the booked park while a new booking is in progress, whatever park was opened last', async () => {
    const parkAnswer = (parkId: string) =>
      ok({ park: { parkId, address: `Town of ${parkId}, Kent`, importantInfo: '' } })
    const requests = serveBooking({
      '/api/parkdetails': ({ query }) => parkAnswer(query['parkId'] ?? ''),
    })
    const store = storeWith({ booking: confirmed })
    store.dispatch(parkPageChosen('HV202'))
    renderBooking('/booking/confirmation', store)
    expect((await screen.findAllByText(/^Town of HV101/))[0]).toBeVisible()
    const asked = requests.filter(({ path }) => path === '/api/parkdetails')
    expect(asked.map(({ query }) => query)).toEqual([{ parkId: 'HV101' }])
  })

  it.each(siteCodes)(
    '[BRAND-20] links to the attraction-booking service of %s',
    async (siteCode) => {
      const { urls } = brand
      brand.urls = brandOf(siteCode).configuration.urls
      serveBooking()
      renderBooking('/booking/confirmation', storeWith({ booking: confirmed }))
      expect(
        await screen.findByRole('link', { name: /^Find and Book Attractions/ }),
      ).toHaveAttribute('href', `https://attractions.example/${siteCode}`)
      brand.urls = urls
    },
  )

  it.each([390, 1280])('has one button to print at %i px', async (width) => {
    resizeTo(width)
    serveBooking()
    renderBooking('/booking/confirmation', storeWith({ booking: confirmed }))
    await screen.findByRole('heading', { name: 'Your holiday booking has been confirmed!' })
    expect(screen.getAllByRole('button', { name: 'Print booking reference' })).toHaveLength(1)
    resizeTo(1024)
  })

  it('[BOOK-16] [BOOK-18] prints the reference and links to other pages', async () => {
    const print = vi.fn<() => void>()
    vi.stubGlobal('print', print)
    serveBooking()
    renderBooking('/booking/confirmation', storeWith({ booking: confirmed }))
    await userEvent.click(
      (await screen.findAllByRole('button', { name: 'Print booking reference' }))[0] as HTMLElement,
    )
    expect(print).toHaveBeenCalledOnce()
    expect(document.querySelector('.print-sheet')).toHaveTextContent(
      /Your booking reference7K3QX-9F2MA/,
    )
    expect(screen.getByRole('link', { name: /^Find and Book Attractions/ })).toHaveAttribute(
      'href',
      'https://attractions.example/MT',
    )
    expect(screen.getByRole('link', { name: 'Book Another Holiday' })).toHaveAttribute('href', '/')
    expect(screen.getByRole('link', { name: 'My account' })).toHaveAttribute('href', '/my-account')
  })

  it.each([
    ['new-booking', () => storeWith(paying), '7K3QX-9F2MA'],
    ['existing-booking', () => existingBookingStore(), '7K3QX-9F2MA-2'],
  ])(
    '[BOOK-54] [PAYFAIL-75] sends one purchase event of a %s, on the page after the card form',
    async (bookingType, begin, transaction) => {
      rejectAnalytics()
      window.dataLayer = []
      startAnalytics('accepted', { cardForm: true })
      const answers = [refusal(402, 'PAYMENT_REFUSED', 'No'), authorised]
      serveBooking({ '/api/postpayment': () => answers.shift() ?? authorised })
      const store = begin()
      store.dispatch(prePaymentCall.success(prepayment(), { id: 'x', attempt: 1, params: {} }))
      await store.dispatch(requestOutcome({ action: 'status' }))
      store.dispatch(prePaymentCall.success(prepayment(), { id: 'x', attempt: 2, params: {} }))
      await store.dispatch(requestOutcome({ action: 'status' }))
      expect(window.dataLayer).toEqual([])
      const sent = (name: string) =>
        (window.dataLayer ?? []).filter((entry) => (entry as { event?: string }).event === name)
      // The next document, and a reload of it.
      startAnalytics('accepted')
      startAnalytics('accepted')
      expect(sent('purchase')).toMatchObject([{ bookingType, transaction_id: transaction }])
      expect(sent('payment_error')).toEqual([
        { event: 'payment_error', message: 'No', status: 402 },
      ])
    },
  )

  it('[BOOK-14] [BOOK-17] has different texts for a payment towards an existing booking', async () => {
    serveBooking()
    renderBooking(
      '/booking/confirmation',
      storeWith({ booking: { ...confirmed, type: 'existing' } }),
    )
    expect(
      await screen.findByRole('heading', { name: 'Your payment has been received' }),
    ).toBeVisible()
    expect(
      screen.getByText('Confirmation of your holiday payment has been emailed to you.'),
    ).toBeVisible()
  })
})
