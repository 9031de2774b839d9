import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expectAccessible } from '../../test/axe'
import { describe, expect, it } from 'vitest'
import {
  bookAnswer,
  deposit,
  extras,
  params,
  quote,
  refusal,
  serveBooking,
} from '../../test/bookings'
import { renderBooking, storeWith } from '../../test/booking-pages'
import { recordEvents } from '../../test/events'
import { details } from '../../test/parks'
import { ok } from '../../test/server'

const pathsOf = (requests: { path: string }[]) => requests.map(({ path }) => path)
const fromPark = { booking: { parkName: 'Gannet Sands', parkBookingUrl: params.parkBookingUrl } }

describe('the extras step', () => {
  it('[BOOK-06] [BOOK-07] [BOOK-61] offers a checkbox for an extra of which one can be booked, and a stepper for others', async () => {
    serveBooking()
    const { container } = renderBooking('/booking/extras', storeWith(fromPark))
    const cot = await screen.findByRole('checkbox', { name: 'Yes, I want Travel cot: £15' })
    expect(cot).not.toBeChecked()
    const linen = screen.getByRole('spinbutton', { name: 'Yes, I want Bed linen: £12' })
    expect(linen).toHaveValue('0')
    await expectAccessible(container)
  })

  it.each(['true', 'false', 'TRUE', '1', '', undefined, true])(
    '[BOOK-08] shows the discount box only for the string true: %j',
    async (showDiscountBox) => {
      serveBooking({ '/api/getextras': ok({ extras, showDiscountBox }) })
      renderBooking('/booking/extras', storeWith(fromPark))
      await screen.findByRole('heading', { name: 'Extras' })
      expect(screen.queryAllByLabelText('Discount or voucher code')).toHaveLength(
        showDiscountBox === 'true' ? 1 : 0,
      )
    },
  )

  it('[ANLY-04] tells analytics once that a checkout has begun, with the unit and its price', async () => {
    sessionStorage.clear()
    serveBooking()
    const sent = recordEvents()
    const { unmount } = renderBooking('/booking/extras', storeWith(fromPark))
    await screen.findByRole('checkbox', { name: /Travel cot/ })
    unmount()
    renderBooking('/booking/extras', storeWith(fromPark))
    await screen.findByRole('checkbox', { name: /Travel cot/ })
    expect(sent('begin_checkout')).toEqual([
      {
        event: 'begin_checkout',
        currency: 'GBP',
        value: 349,
        items: [
          {
            item_id: 'HV101-G3.20651.3.34900',
            item_name: 'Skerry',
            item_brand: 'HV101',
            item_category: 'ukcaravan',
            price: 349,
            quantity: 1,
          },
        ],
      },
    ])
  })

  it('[BOOK-02] [BOOK-62] saves all extras when the visitor continues, and shows the amounts at once', async () => {
    const requests = serveBooking()
    const { path, store } = renderBooking('/booking/extras', storeWith(fromPark))
    await userEvent.click(await screen.findByRole('checkbox', { name: /Travel cot/ }))
    await userEvent.click(screen.getByRole('button', { name: /Increase.*Bed linen/ }))
    await userEvent.click(screen.getByRole('button', { name: /Increase.*Bed linen/ }))
    const sums = screen.getByRole('region', { name: 'Price breakdown' })
    expect(within(sums).getByText('Bed linen × 2')).toBeInTheDocument()
    expect(within(sums).getAllByText('£388')[0]).toBeInTheDocument()
    expect(requests.map(({ path }) => path)).not.toContain('/api/setextras')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Continue to step 2' }))
    await waitFor(() => expect(path()).toBe('/booking/details'))
    const saved = requests.filter(({ path }) => path === '/api/setextras')
    expect(saved.map(({ form }) => form)).toEqual([
      { bookId: '7K3QX-9F2MA', 'extras[LIN]': '2', 'extras[COT]': '1' },
    ])
    expect(store.getState().booking.stepsCompleted).toEqual(['EXTRAS'])
  })

  it('tells dogs and times as they are chosen: the summary and the info follow the form', async () => {
    const [linen, cot] = extras
    const early = { ...cot, code: 'ECI', name: 'Early check-in', depcost: '0.00', checkIn: '1pm' }
    const late = { ...linen, code: 'LCO', name: 'Late check-out', max: 1, checkOut: 'midday' }
    const times = { checkIn: '4pm', checkOut: '10am' }
    serveBooking({
      '/api/book': ok(bookAnswer({ maxDogs: 2, ...times })),
      '/api/getextras': ok({ extras: [early, late], showDiscountBox: 'true', ...times }),
    })
    renderBooking('/booking/extras', storeWith(fromPark))
    expect(await screen.findByText('3 nights, 2 guests + 1 dog')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: /Increase.*dogs/ }))
    expect(screen.getByText('3 nights, 2 guests + 2 dogs')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: /Early check-in/ }))
    expect(screen.getByText('Check in from 1pm, check out by 10am')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: /Late check-out/ }))
    expect(screen.getByText('Check in from 1pm, check out by midday')).toBeInTheDocument()
    expect(screen.getByText('Check in from 1pm, check out by midday.')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: /Early check-in/ }))
    expect(screen.getByText('Check in from 4pm, check out by midday')).toBeInTheDocument()
  })

  it('forgets an extra that is no longer offered, and keeps what is typed for the others', async () => {
    const requests = serveBooking()
    const typed = { ...fromPark, bookingForm: { extras: { GONE: 1, LIN: 2 } } }
    renderBooking('/booking/extras', storeWith(typed))
    expect(await screen.findByRole('spinbutton', { name: /Bed linen/ })).toHaveValue('2')
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 2' }))
    const sent = requests.find(({ path }) => path === '/api/setextras')
    expect(sent?.form).toEqual({
      bookId: '7K3QX-9F2MA',
      'extras[LIN]': '2',
      'extras[COT]': '0',
    })
  })

  it.each([
    ['a deposit can be paid', deposit(), true],
    [
      'all must be paid',
      deposit({ deposit: '', compulsoryDeposit: undefined, dueDate: '' }),
      false,
    ],
  ])(
    'names the part of an extra that is paid with the deposit where %s',
    async (_, answer, told) => {
      serveBooking({ '/api/getdeposit': ok(answer) })
      renderBooking('/booking/extras', storeWith(fromPark))
      const cot = await screen.findByRole('checkbox', { name: /Travel cot/ })
      expect(cot).toHaveAccessibleDescription(
        told ? 'With mattress £5 of it is paid with the deposit.' : 'With mattress',
      )
    },
  )

  it.each([
    ['in Europe on confirmation', 'eurocaravan', '', 'on confirmation of your booking'],
    [
      'in Europe on confirmation, also where the operator names a day',
      'eurocaravan',
      '16/07/2026',
      'on confirmation of your booking',
    ],
    ['in the UK before the holiday', 'ukcaravan', '', 'before the holiday date'],
  ])(
    'says before anything is paid that the balance is the operator’s, in its words: %s',
    async (_, channelId, dueDate, when) => {
      const answer = deposit({
        compulsoryDeposit: 1,
        dueDate,
        depositMsg: 'The village asks for it.',
      })
      serveBooking({
        '/api/book': ok(bookAnswer({ channelId })),
        '/api/getdeposit': ok(answer),
      })
      renderBooking('/booking/extras', storeWith(fromPark))
      const text = `You will pay a deposit now and the balance will be payable direct to the park operator ${when}.`
      expect(await screen.findByText(text)).toBeVisible()
      expect(screen.getByText('The village asks for it.')).toBeVisible()
      expect(screen.queryAllByText('It must be paid before 16 Jul 2026.')).toHaveLength(
        dueDate ? 1 : 0,
      )
      await userEvent.click(screen.getByRole('button', { name: 'Continue to step 2' }))
      await screen.findByRole('heading', { name: 'Who is coming' })
      expect(screen.getByText(text)).toBeVisible()
    },
  )

  it('says nothing of a park operator that receives the balance where it is paid to us', async () => {
    serveBooking({ '/api/getdeposit': ok(deposit({ depositMsg: 'Bring cash.' })) })
    renderBooking('/booking/extras', storeWith(fromPark))
    await screen.findByRole('checkbox', { name: /Travel cot/ })
    expect(screen.queryByText(/payable direct to the park operator/)).not.toBeInTheDocument()
  })

  it('names the company that provides the stay before anything is paid', async () => {
    serveBooking({ '/api/book': ok(bookAnswer({ operatorName: 'Coastfold Parks' })) })
    renderBooking('/booking/extras', storeWith(fromPark))
    expect(await screen.findByText('Your stay is provided by Coastfold Parks.')).toBeInTheDocument()
  })

  it('names no company where the booking names none: the park’s may be another by now', async () => {
    serveBooking({ '/api/parkdetails': ok({ park: details }) })
    renderBooking('/booking/extras', storeWith(fromPark))
    await screen.findByText('Important info')
    expect(screen.queryByText(/Your stay is provided by/)).not.toBeInTheDocument()
  })

  it('asks how many dogs come, where the park states a limit, and shows the times that were bought', async () => {
    const rules = ['Where dogs are welcome, at most 2 dogs.']
    const times = { checkIn: '4pm', checkOut: '10am' }
    const requests = serveBooking({
      '/api/book': ok(bookAnswer({ maxDogs: 2, rules, ...times })),
      '/api/getextras': ok({
        extras: extras.map((extra) => ({ ...extra, checkOut: 'midday', value: 1 })),
        showDiscountBox: '',
        ...times,
      }),
      '/api/setextras': ok({
        extras: [],
        dogs: 2,
        checkIn: '4pm',
        checkOut: 'midday',
        unitPrice: '349.00',
        quote: quote(),
      }),
    })
    renderBooking('/booking/extras', storeWith(fromPark))
    const dogs = await screen.findByLabelText('How many dogs are coming?')
    expect(dogs).toHaveValue('1')
    expect(screen.getByText('Check in from 4pm, check out by midday')).toBeInTheDocument()
    expect(screen.getByText('Where dogs are welcome, at most 2 dogs.')).toBeInTheDocument()
    const more = screen.getByRole('button', { name: /Increase.*dogs/ })
    await userEvent.click(more)
    await userEvent.click(more)
    expect(dogs, 'the park takes two').toHaveValue('2')
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 2' }))
    expect(await screen.findByText('Check in from 4pm, check out by midday')).toBeInTheDocument()
    expect(screen.getByText('3 nights, 2 guests + 2 dogs')).toBeInTheDocument()
    const saved = requests.find(({ path }) => path === '/api/setextras')
    expect(saved?.form).toMatchObject({ dogs: '2' })
  })

  it('prices the dogs that come at once, and says what an extra costs for each of them', async () => {
    const [, cot] = extras
    const bed = (cost: string) => ({
      ...cot,
      name: 'Dog bed',
      basis: '£5 per dog',
      cost,
      price: cost,
    })
    let dogs = 1
    const requests = serveBooking({
      '/api/book': ok(bookAnswer({ maxDogs: 2, priceNotes: ['Includes Dogs £20 (£20 per dog)'] })),
      '/api/getextras': () =>
        ok({ extras: [bed(`${5 * dogs}.00`)], showDiscountBox: '', dogsPriced: true }),
      '/api/setextras': () => {
        dogs = 2
        return ok({
          extras: [],
          dogs,
          unitPrice: '369.00',
          priceNotes: ['Includes Dogs £40 (£20 per dog)'],
          quote: quote(),
        })
      },
    })
    renderBooking('/booking/extras', storeWith(fromPark))
    expect(await screen.findByText('Includes Dogs £20 (£20 per dog)')).toBeInTheDocument()
    expect(
      screen.getByRole('checkbox', { name: 'Yes, I want Dog bed: £5' }),
    ).toHaveAccessibleDescription(/^£5 per dog\. With mattress/)
    await userEvent.click(screen.getByRole('button', { name: /Increase.*dogs/ }))
    expect(await screen.findByText('Includes Dogs £40 (£20 per dog)')).toBeInTheDocument()
    expect(
      await screen.findByRole('checkbox', { name: 'Yes, I want Dog bed: £10' }),
    ).not.toBeChecked()
    expect(
      within(screen.getByRole('region', { name: 'Price breakdown' })).getAllByText('£369'),
    ).not.toHaveLength(0)
    expect(requests.find(({ path }) => path === '/api/setextras')?.form).toMatchObject({
      dogs: '2',
    })
  })

  it('keeps the known price of the stay where an older server answers without it', async () => {
    const notes = { priceNotes: ['Includes Dogs £20 (£20 per dog)'] }
    serveBooking({
      '/api/book': ok(bookAnswer(notes)),
      '/api/setextras': ok({ extras: [], quote: quote() }),
    })
    const { path, store } = renderBooking('/booking/extras', storeWith(fromPark))
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to step 2' }))
    await waitFor(() => expect(path()).toBe('/booking/details'))
    expect(store.getState().booking).toMatchObject({ unitPrice: 34900, ...notes })
  })

  it('takes what an extra costs with the dogs that come, and its part of the deposit, from the answer', async () => {
    const [, cot] = extras
    const bed = { ...cot, name: 'Dog bed', cost: '5.00', price: '5.00', depcost: '1.00', max: 2 }
    serveBooking({
      '/api/book': ok(bookAnswer({ maxDogs: 2 })),
      '/api/getextras': ok({ extras: [bed], showDiscountBox: '' }),
      '/api/setextras': ok({
        extras: [{ ...bed, cost: '10.00', value: 2, totalCost: '20.00', totalDepcost: '4.00' }],
        unitPrice: '349.00',
        quote: quote(),
      }),
    })
    const { path, store } = renderBooking('/booking/extras', storeWith(fromPark))
    await userEvent.click(await screen.findByRole('button', { name: /Increase.*Dog bed/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 2' }))
    await waitFor(() => expect(path()).toBe('/booking/details'))
    expect(store.getState().extras.extras).toEqual([
      expect.objectContaining({ value: 2, cost: 1000, price: 1000, depcost: 200 }),
    ])
  })

  it('[ERRC-01] [ERRC-11] keeps what was chosen when it cannot be saved', async () => {
    serveBooking({ '/api/setextras': 'no answer' })
    const { path } = renderBooking('/booking/extras', storeWith(fromPark))
    await userEvent.click(await screen.findByRole('checkbox', { name: /Travel cot/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 2' }))
    expect(
      await screen.findByText('There was an error while saving. Please try again.'),
    ).toBeVisible()
    expect(
      screen.getByText('Network error. Please check your internet connection and try again.'),
    ).toBeVisible()
    expect(screen.getByRole('checkbox', { name: /Travel cot/ })).toBeChecked()
    expect(path()).toBe('/booking/extras')
  })

  it('[FORM-29] [AMT-23] sends a discount code, and none when the box is empty', async () => {
    const requests = serveBooking({
      '/api/setdiscount': ok(
        deposit({
          type: 'discount',
          discountCode: 'SPRING20',
          discountValue: -20,
          quote: quote({ discountType: 'discount' }),
        }),
      ),
    })
    renderBooking('/booking/extras', storeWith(fromPark))
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }))
    expect(screen.getByText('Please enter discount code')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter discount code')
    const code = screen.getByLabelText('Discount or voucher code')
    expect(code).toHaveFocus()
    // What the alert reads is not read again with the focus.
    expect(code).toHaveAccessibleErrorMessage('Please enter discount code')
    expect(code).not.toHaveAccessibleDescription()
    expect(pathsOf(requests)).not.toContain('/api/setdiscount')
    await userEvent.type(screen.getByLabelText('Discount or voucher code'), 'spring20')
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText(/Discount applied: £20 off/)).toBeVisible()
    expect(requests.at(-1)).toMatchObject({
      method: 'POST',
      form: { bookId: '7K3QX-9F2MA', discountCode: 'spring20' },
    })
    expect(screen.getByText('Discount (SPRING20)')).toBeInTheDocument()
    expect(screen.getByText('−£20')).toBeInTheDocument()
  })

  it('shows at the box that a code is not valid, and keeps what was typed', async () => {
    serveBooking({
      '/api/setdiscount': refusal(
        422,
        'DISCOUNT_INVALID',
        'This code is not valid for this booking.',
      ),
    })
    renderBooking('/booking/extras', storeWith(fromPark))
    await userEvent.type(await screen.findByLabelText('Discount or voucher code'), 'NONE')
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('This code is not valid for this booking.')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('This code is not valid')
    expect(screen.getByLabelText('Discount or voucher code')).toHaveFocus()
    expect(screen.getByLabelText('Discount or voucher code')).toHaveValue('NONE')
  })
})

describe('the price breakdown', () => {
  it('[AMT-01] [AMT-02] [AMT-03] shows every line with its amount', async () => {
    Object.defineProperty(window, 'innerWidth', { configurable: true, value: 1280 })
    serveBooking({
      '/api/book': ok(bookAnswer({ priceNotes: ['Includes a booking fee of £9.50'] })),
    })
    renderBooking('/booking/extras', storeWith(fromPark))
    const sums = await screen.findByRole('region', { name: 'Price breakdown' })
    expect(
      within(sums).getByText("We don't do nasty surprises! Here's your full breakdown"),
    ).toBeVisible()
    await within(sums).findByText('To pay today')
    const lines = within(sums)
      .getAllByRole('term')
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
    expect(lines).toEqual([
      'Accommodation PriceIncludes a booking fee of £9.50 £349',
      'Total cost £349',
      'To pay today £80',
    ])
    expect(within(sums).getByText('Left to pay later:')).toHaveTextContent(
      'Left to pay later: £269',
    )
    expect(within(sums).getByText('Includes a booking fee of £9.50')).toBeVisible()
    expect(within(sums).getByText('Fri 17th Jul 2026 to Mon 20th Jul 2026')).toBeVisible()
    Object.defineProperty(window, 'innerWidth', { configurable: true, value: 1024 })
  })
})
