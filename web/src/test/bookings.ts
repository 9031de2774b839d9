import type {
  BookAnswer,
  Booking,
  Deposit,
  ExistingBooking,
  Extra,
  Prepayment,
  Quote,
} from '../api/schema'
import { type Answer, type Answers, type RecordedRequest, ok, serve } from './server'

/** The server's clock in these tests, and the end of the hold. */
export const NOW = Date.UTC(2026, 4, 20, 12, 2)
export const EXPIRES_AT = NOW + 30 * 60_000

/** The receipt of a booking whose deposit is paid. */
export const receipt = {
  lines: [],
  extras: [],
  total: 34900,
  paidNow: 8000,
  paid: 8000,
  outstanding: 26900,
  party: [],
}

export function quote(own: Partial<Quote> = {}): Quote {
  return {
    currency: 'GBP',
    accommodation: '349.00',
    discount: '0.00',
    discountType: 'none',
    extras: '0.00',
    extrasDeposit: '0.00',
    total: '349.00',
    payNowFull: '349.00',
    payNowDeposit: '80.00',
    outstandingFull: '0.00',
    outstandingDeposit: '269.00',
    paidWithFullVoucher: false,
    dueDate: '08/05/2026',
    hash: 'h1',
    ...own,
  }
}

export function bookAnswer(own: Partial<Booking> = {}): BookAnswer {
  return {
    booking: {
      bookId: '7K3QX-9F2MA',
      message: '',
      bookingFee: '0.00',
      channelId: 'ukcaravan',
      parkId: 'HV101',
      unitId: 'HV101-G3.20651.3.34900',
      unitTypeId: 'HV101-G3',
      unitDesc: 'Skerry',
      unitPrice: '349.00',
      arrivalDate: '17/07/2026',
      duration: 3,
      party: { adults: 2, children: 0, under5s: 0, partySize: 2, petFriendly: 'Y' },
      partyAge: 'age',
      promo: false,
      expiresAt: EXPIRES_AT,
      serverTime: NOW,
      ...own,
    },
    quote: quote(),
  }
}

export const extras: Extra[] = [
  {
    code: 'LIN',
    name: 'Bed linen',
    desc: 'Sheets and a towel',
    cost: '12.00',
    depcost: '0.00',
    price: '12.00',
    max: 6,
    value: 0,
  },
  {
    code: 'COT',
    name: 'Travel cot',
    desc: 'With mattress',
    cost: '15.00',
    depcost: '5.00',
    price: '15.00',
    max: 1,
    value: 0,
  },
]

export function deposit(own: Partial<Deposit> = {}): Deposit {
  return {
    deposit: '80.00',
    depositMsg: '',
    dueDate: '08/05/2026',
    compulsoryDeposit: 0,
    discountCode: '',
    discountValue: 0,
    quote: quote(),
    ...own,
  }
}

export function existingBooking(own: Partial<ExistingBooking> = {}): ExistingBooking {
  return {
    bookingId: '7K3QX-9F2MA',
    type: 'existing',
    status: 'confirmed',
    channelId: 'ukcaravan',
    parkId: 'HV101',
    parkName: 'Gannet Sands',
    unitId: 'HV101-G3.20651.3.34900',
    unitTypeId: 'HV101-G3',
    unitDesc: 'Skerry',
    arrivalDate: '17/07/2026',
    duration: 3,
    adults: 2,
    children: 2,
    under5s: 0,
    petFriendly: 'N',
    totalCost: '392.00',
    amountPaid: '230.00',
    outstanding: '162.00',
    dueDate: '08/05/2026',
    balanceTo: 'us',
    payments: [
      { date: '12/01/2026', amount: '80.00', method: 'card' },
      { date: '03/03/2026', amount: '150.00', method: 'card' },
    ],
    lines: [
      { label: 'Accommodation Price', amount: '349.00' },
      { label: 'Bed linen × 4', amount: '48.00' },
      { label: 'Travel cot × 1', amount: '15.00' },
      { label: 'Discount (SPRING20)', amount: '-20.00' },
    ],
    ...own,
  }
}

export function prepayment(own: Partial<Prepayment> = {}): Prepayment {
  return { paymntRecId: 'P1', amount: '80.00', currency: 'GBP', expiresAt: EXPIRES_AT, ...own }
}

/** An answer with an error. */
export function refusal(
  status: number,
  code: string,
  message: string,
  more: Record<string, unknown> = {},
): Answer {
  return { status, body: { success: 0, errors: [{ code, message }], ...more } }
}

/** A fake server for all booking steps; answers in `own` replace its own. */
export function serveBooking(own: Answers = {}): RecordedRequest[] {
  return serve({
    '/api/book': ok(bookAnswer()),
    '/api/getextras': ok({ extras, showDiscountBox: 'true' }),
    '/api/getdeposit': ok(deposit()),
    '/api/setextras': ok({ extras: [], unitPrice: '349.00', quote: quote() }),
    '/api/setuserdetails': ok({ userId: 'U1', details: {} }),
    '/api/setpartydetails': ok({ party: [] }),
    '/api/setdiscount': ok(deposit()),
    '/api/prepayment': ok(prepayment()),
    '/api/mybookings': ok({ bookings: [] }),
    ...own,
  })
}

export const params = {
  unitId: 'HV101-G3.20651.3.34900',
  searchId: '77',
  party: { adults: 2, children: 0, under5s: 0, petFriendly: true },
  parkBookingUrl: '/holidays/HV101/gannet-sands?date=17/07/2026&nights=3&adults=2',
  channelId: 'ukcaravan',
  parkId: 'HV101',
  parkName: 'Gannet Sands',
  unitDesc: 'Skerry',
}
