import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it, vi } from 'vitest'
import {
  bookAnswer,
  deposit,
  extras,
  params,
  quote,
  refusal,
  serveBooking,
} from '../../test/bookings'
import { drawBooking, storeWith } from '../../test/booking-pages'
import { readyStore } from '../../test/render'
import { ok } from '../../test/server'
import { initData } from '../../test/catalogue'
import { startBooking } from './start-booking'

const pathsOf = (asked: { path: string }[]) => asked.map(({ path }) => path)
const typed = { booking: { parkName: 'Gannet Sands', parkBookingUrl: params.parkBookingUrl } }
const afterExtras = { booking: { ...typed.booking, stepsCompleted: ['EXTRAS'] } }

async function noViolations(container: HTMLElement) {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

describe('what stands in place of the steps', () => {
  it('[BOOK-04] leads to the search form when no booking is in progress', async () => {
    serveBooking()
    drawBooking('/booking/details')
    expect(await screen.findByText(/You have no booking in progress/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'search form' })).toHaveAttribute('href', '/')
  })

  it('[BOOK-19] says on the confirmation page that there is none', async () => {
    serveBooking()
    drawBooking('/booking/confirmation')
    expect(
      await screen.findByText('There is no booking confirmation data to show at this time.'),
    ).toBeVisible()
  })

  it('[BOOK-03] says that the booking data is loading', async () => {
    serveBooking({ '/api/book': ok(bookAnswer()) })
    const store = readyStore(initData())
    let answer: (() => void) | undefined
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          answer = () => resolve(new Response(JSON.stringify({ success: 1, data: bookAnswer() })))
        }),
    )
    void store.dispatch(startBooking(params))
    drawBooking('/booking/extras', store)
    expect(await screen.findByText('Loading booking data, please wait...')).toBeVisible()
    serveBooking()
    answer?.()
    expect(await screen.findByRole('heading', { name: 'Extras' })).toBeVisible()
  })

  it('[BOOK-05] says that the unit is gone and leads back to the park page', async () => {
    serveBooking({ '/api/book': refusal(409, 'UNIT_UNAVAILABLE', 'gone') })
    const store = readyStore(initData())
    void store.dispatch(startBooking(params))
    const { path } = drawBooking('/booking/extras', store)
    expect(
      await screen.findByText(
        'This unit is no longer available. Please return to the previous page to view other available options.',
      ),
    ).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(path()).toBe('/holidays/HV101/gannet-sands')
    expect(store.getState().searchResults.unavailableUnitIds).toEqual([params.unitId])
  })

  it('asks before it goes on at another price', async () => {
    const asked = serveBooking({
      '/api/book': ({ query }) =>
        query.unitId === 'new'
          ? ok(bookAnswer({ unitId: 'new', unitPrice: '359.00' }))
          : refusal(409, 'PRICE_CHANGED', 'changed', { price: '359.00', unitId: 'new' }),
    })
    const store = readyStore(initData())
    void store.dispatch(startBooking(params))
    drawBooking('/booking/extras', store)
    await userEvent.click(await screen.findByRole('button', { name: 'Go on at £359' }))
    expect(await screen.findByRole('heading', { name: 'Extras' })).toBeVisible()
    expect(asked.filter(({ path }) => path === '/api/book')).toHaveLength(2)
  })

  it('[BOOK-64] offers another try when the booking data cannot be loaded', async () => {
    serveBooking({
      '/api/book': {
        status: 500,
        body: { success: 0, errors: [{ message: 'x', code: 'INTERNAL' }] },
      },
    })
    const store = readyStore(initData())
    void store.dispatch(startBooking(params))
    drawBooking('/booking/extras', store)
    expect(
      await screen.findByText(
        'There was an error while loading the booking data. Please try again.',
      ),
    ).toBeVisible()
    serveBooking()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Extras' })).toBeVisible()
  })

  it('[BOOK-65] says that the booking failed when the server refuses it without a word', async () => {
    serveBooking({ '/api/book': { status: 422, body: { success: 0, errors: [] } } })
    const store = readyStore(initData())
    void store.dispatch(startBooking(params))
    drawBooking('/booking/extras', store)
    expect(await screen.findByText('Booking failed')).toBeVisible()
  })

  it('[BOOK-68] says that the booking has timed out and that nothing was paid', async () => {
    serveBooking({ '/api/book': refusal(410, 'BOOKING_EXPIRED', 'over') })
    drawBooking('/booking/extras', storeWith(typed))
    expect(await screen.findByRole('heading', { name: 'Your booking has timed out' })).toBeVisible()
    expect(
      screen.getByText(
        'We held this holiday for you for as long as we could and have now released it. No payment has been taken.',
      ),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Check if it is still available' })).toHaveAttribute(
      'href',
      params.parkBookingUrl,
    )
    expect(screen.getByRole('link', { name: 'Search again' })).toHaveAttribute('href', '/')
  })

  it('times out by itself when the hold ends, and says so five minutes before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    serveBooking()
    drawBooking('/booking/extras', storeWith(typed))
    expect(await screen.findByText(/We are holding this holiday for you until/)).toHaveTextContent(
      'until 13:32.',
    )
    await advance(25 * 60_000)
    expect(screen.getByText('We can hold this holiday for about 5 more minutes.')).toBeVisible()
    await advance(5 * 60_000)
    expect(screen.getByRole('heading', { name: 'Your booking has timed out' })).toBeVisible()
    vi.useRealTimers()
  })
})

describe('extras', () => {
  it('[BOOK-06] [BOOK-07] [BOOK-61] offers one of a thing by checkbox and more by quantity', async () => {
    serveBooking()
    const { container } = drawBooking('/booking/extras', storeWith(typed))
    const cot = await screen.findByRole('checkbox', { name: 'Yes, I want Travel cot: £15' })
    expect(cot).not.toBeChecked()
    const linen = screen.getByRole('spinbutton', { name: 'Yes, I want Bed linen: £12' })
    expect(linen).toHaveValue('0')
    await noViolations(container)
  })

  it('[BOOK-08] shows the discount box only for the string true', async () => {
    serveBooking({ '/api/getextras': ok({ extras, showDiscountBox: 'false' }) })
    drawBooking('/booking/extras', storeWith(typed))
    await screen.findByRole('heading', { name: 'Extras' })
    expect(screen.queryByLabelText('Discount code')).not.toBeInTheDocument()
  })

  it('[BOOK-02] [BOOK-62] saves the whole set when it goes on, and shows the sums meanwhile', async () => {
    const asked = serveBooking()
    const { path, store } = drawBooking('/booking/extras', storeWith(typed))
    await userEvent.click(await screen.findByRole('checkbox', { name: /Travel cot/ }))
    await userEvent.click(screen.getByRole('button', { name: /Increase.*Bed linen/ }))
    await userEvent.click(screen.getByRole('button', { name: /Increase.*Bed linen/ }))
    const sums = screen.getByRole('region', { name: 'Price breakdown' })
    expect(within(sums).getByText('Bed linen × 2')).toBeInTheDocument()
    expect(within(sums).getAllByText('£388')[0]).toBeInTheDocument()
    expect(asked.map(({ path }) => path)).not.toContain('/api/setextras')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Continue to step 2' }))
    await waitFor(() => expect(path()).toBe('/booking/details'))
    const saved = asked.filter(({ path }) => path === '/api/setextras')
    expect(saved.map(({ form }) => form)).toEqual([
      { bookId: '7K3QX-9F2MA', 'extras[LIN]': '2', 'extras[COT]': '1' },
    ])
    expect(store.getState().booking.stepsCompleted).toEqual(['EXTRAS'])
  })

  it('keeps what was chosen when it cannot be saved', async () => {
    serveBooking({ '/api/setextras': 'no answer' })
    const { path } = drawBooking('/booking/extras', storeWith(typed))
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
    const asked = serveBooking({
      '/api/setdiscount': ok(
        deposit({
          type: 'discount',
          discountCode: 'SPRING20',
          discountValue: -20,
          quote: quote({ discountType: 'discount' }),
        }),
      ),
    })
    drawBooking('/booking/extras', storeWith(typed))
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }))
    expect(screen.getByText('Please enter discount code')).toBeVisible()
    expect(pathsOf(asked)).not.toContain('/api/setdiscount')
    await userEvent.type(screen.getByLabelText('Discount code'), 'spring20')
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText(/Discount applied: £20 off/)).toBeVisible()
    expect(asked.at(-1)).toMatchObject({
      method: 'POST',
      form: { bookId: '7K3QX-9F2MA', discountCode: 'spring20' },
    })
    expect(screen.getByText('Discount (SPRING20)')).toBeInTheDocument()
    expect(screen.getByText('−£20')).toBeInTheDocument()
  })

  it('says at the box that a code is not valid, and keeps what was applied', async () => {
    serveBooking({
      '/api/setdiscount': refusal(
        422,
        'DISCOUNT_INVALID',
        'This code is not valid for this booking.',
      ),
    })
    drawBooking('/booking/extras', storeWith(typed))
    await userEvent.type(await screen.findByLabelText('Discount code'), 'NONE{Enter}')
    expect(await screen.findByText('This code is not valid for this booking.')).toBeVisible()
    expect(screen.getByLabelText('Discount code')).toHaveValue('NONE')
  })
})

describe('price breakdown', () => {
  it('[AMT-01] [AMT-02] [AMT-03] shows every line with its amount', async () => {
    Object.defineProperty(window, 'innerWidth', { configurable: true, value: 1280 })
    serveBooking({ '/api/book': ok(bookAnswer({ bookingFee: '9.50' })) })
    drawBooking('/booking/extras', storeWith(typed))
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
    expect(within(sums).getByText('Fri 17 Jul 2026 to Mon 20 Jul 2026')).toBeVisible()
    Object.defineProperty(window, 'innerWidth', { configurable: true, value: 1024 })
  })
})

/** Lets the clock run on, and the page with it. */
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Puts a text into a field at once, as pasting does. */
async function enter(field: HTMLElement, text: string) {
  await userEvent.click(field)
  await userEvent.paste(text)
}

/** What an earlier page of the tab saved of a visitor who had typed everything. */
const allTyped = {
  ...afterExtras,
  user: {
    details: {
      title: 'Ms',
      forename: 'Priya',
      surname: 'Raman',
      dob: '14/09/1986',
      email: 'priya@example.com',
      telephone: '+44 (0)7700 900461',
      address1: '18 Marl Pit Lane',
      address2: '',
      town: 'Norwich',
      county: 'Norfolk',
      postcode: 'nr24th',
      country: 'CNUK',
      emailOpt: true,
      smsOpt: false,
      thirdOpt: false,
    },
  },
  bookingForm: {
    party: {
      values: { title2: 'Mr', initial2: 'T', lastName2: 'Raman', age2: '41' },
      onlyBooking: false,
    },
  },
}

describe('details', () => {
  it('[BOOK-09] [BOOK-10] [BOOK-12] asks for contact, address and each member of the party', async () => {
    serveBooking()
    const { container } = drawBooking('/booking/details', storeWith(afterExtras))
    expect(await screen.findByRole('heading', { name: 'Your details' })).toBeVisible()
    for (const label of [
      'First name',
      'Email address',
      'Contact telephone number',
      'Address',
      'Town',
      'County',
      'Postcode',
      'Country',
    ]) {
      expect(screen.getByLabelText(label)).toBeVisible()
    }
    expect(screen.getByLabelText('Country')).toHaveValue('CNUK')
    expect(
      within(screen.getByRole('group', { name: 'Adult 2' })).getAllByRole('textbox'),
    ).toHaveLength(3)
    await noViolations(container)
  })

  it('[BOOK-11] asks which news is welcome, third parties by name and never ticked', async () => {
    serveBooking()
    drawBooking('/booking/details', storeWith(afterExtras))
    expect(
      await screen.findByRole('checkbox', {
        name: 'Email me offers and news from Meridian Times Holidays',
      }),
    ).toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'Send me offers by text message' })).toBeChecked()
    expect(
      screen.getByRole('checkbox', {
        name: 'I would like to receive offers from the newspaper and its group of companies: Meridian Times Media',
      }),
    ).not.toBeChecked()
  })

  it('lists every wrong field on submit, sends nothing, and takes the focus there', async () => {
    const asked = serveBooking()
    drawBooking('/booking/details', storeWith(afterExtras))
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to step 3' }))
    const summary = await screen.findByRole('alert')
    expect(within(summary).getByText('14 things to put right')).toBeVisible()
    await userEvent.click(
      within(summary).getByRole('link', { name: 'Please enter a valid postcode' }),
    )
    expect(screen.getByLabelText('Postcode')).toHaveFocus()
    expect(screen.getByLabelText('Postcode')).toHaveAccessibleDescription(
      'Please enter a valid postcode',
    )
    expect(pathsOf(asked)).not.toContain('/api/setuserdetails')
  })

  it('[FORM-02] [FORM-06] [FORM-07] formats the date of birth and marks a wrong one once it is left', async () => {
    serveBooking()
    drawBooking('/booking/details', storeWith(afterExtras))
    const dob = await screen.findByLabelText('Date of birth')
    expect(dob).toHaveAttribute('inputmode', 'numeric')
    expect(dob).toHaveAttribute('placeholder', 'dd/mm/yyyy')
    await userEvent.type(dob, '31021985')
    expect(dob).toHaveValue('31/02/1985')
    expect(dob).toBeValid()
    await userEvent.tab()
    expect(dob).toBeInvalid()
    expect(dob).toHaveAccessibleDescription('Please enter DOB')
  })

  it('[BOOK-41] [BOOK-63] saves contact and party and goes on by a document of its own', async () => {
    const asked = serveBooking()
    const { opened, store } = drawBooking('/booking/details', storeWith(allTyped))
    await screen.findByRole('heading', { name: 'Your details' })
    await userEvent.dblClick(screen.getByRole('button', { name: 'Continue to step 3' }))
    await waitFor(() => expect(opened).toEqual(['/booking/payment']))
    const sent = asked.filter(({ method }) => method === 'POST')
    expect(pathsOf(sent)).toEqual(['/api/setuserdetails', '/api/setpartydetails'])
    expect(sent[0]?.form).toMatchObject({
      title: 'Ms',
      forename: 'Priya',
      dob: '14/09/1986',
      telephone: '07700 900461',
      postcode: 'NR2 4TH',
      country: 'CNUK',
      emailOpt: 'Y',
      thirdOpt: 'N',
    })
    expect(sent[1]?.form).toEqual({
      bookId: '7K3QX-9F2MA',
      onlyBooking: 'N',
      type1: 'adult',
      title1: 'Ms',
      initial1: 'P',
      lastName1: 'Raman',
      age1: '39',
      type2: 'adult',
      title2: 'Mr',
      initial2: 'T',
      lastName2: 'Raman',
      age2: '41',
    })
    expect(store.getState().booking.stepsCompleted).toEqual(['EXTRAS', 'DETAILS'])
    expect(store.getState().user.userId).toBe('U1')
  })

  it('[BOOK-13] empties the first place for somebody who only books', async () => {
    serveBooking()
    drawBooking('/booking/details', storeWith(afterExtras))
    await screen.findByRole('heading', { name: 'Your details' })
    await enter(screen.getByLabelText('First name'), 'Priya')
    const first = within(screen.getByRole('group', { name: 'Adult 1' }))
    expect(first.getByLabelText('Initial')).toHaveValue('P')
    await userEvent.click(screen.getByRole('radio', { name: 'No, I am only making the booking' }))
    expect(first.getByLabelText('Initial')).toHaveValue('')
    await userEvent.type(first.getByLabelText('Initial'), 'Q')
    expect(first.getByLabelText('Initial')).toHaveValue('Q')
  })

  it.each([
    [
      '[BOOK-66]',
      '/api/setuserdetails',
      'There was an error while saving your details. Please try again.',
    ],
    [
      '[BOOK-67]',
      '/api/setpartydetails',
      'There was an error while saving your party details. Please try again.',
    ],
  ])('%s says what could not be saved and keeps what was typed: %s', async (_, path, text) => {
    serveBooking({ [path]: 'no answer' })
    const { store } = drawBooking('/booking/details', storeWith(allTyped))
    await screen.findByRole('heading', { name: 'Your details' })
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 3' }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByLabelText('First name')).toHaveValue('Priya')
    expect(store.getState().booking.stepsCompleted).toEqual(['EXTRAS'])
  })

  it('[BOOK-66] [BOOK-67] says in each part that it could not be loaded, and loads both again', async () => {
    const failed = {
      status: 500,
      body: { success: 0, errors: [{ message: 'x', code: 'INTERNAL' }] },
    }
    serveBooking({ '/api/book': failed })
    drawBooking('/booking/details', storeWith(allTyped))
    const contact = await screen.findByRole('region', { name: 'Your details' })
    const party = screen.getByRole('region', { name: 'Who is coming' })
    expect(within(contact).getByRole('alert')).toHaveTextContent(
      /^There was an error while loading your details\. Please try again\.Retry$/,
    )
    expect(within(party).getByRole('alert')).toHaveTextContent(
      /^There was an error while loading your party details\. Please try again\.Retry$/,
    )
    serveBooking()
    await userEvent.click(within(party).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByLabelText('First name')).toHaveValue('Priya')
    expect(
      within(screen.getByRole('group', { name: 'Adult 2' })).getByLabelText('Initial'),
    ).toHaveValue('T')
  })

  it('shows at their fields what the server refuses', async () => {
    serveBooking({
      '/api/setuserdetails': {
        status: 422,
        body: {
          success: 0,
          errors: [
            { field: 'email', code: 'VALIDATION', message: 'Please enter a valid email address' },
          ],
        },
      },
    })
    drawBooking('/booking/details', storeWith(allTyped))
    await screen.findByRole('heading', { name: 'Your details' })
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 3' }))
    await waitFor(() =>
      expect(screen.getByLabelText('Email address')).toHaveAccessibleDescription(
        'Please enter a valid email address',
      ),
    )
  })
})
