/** The calls of the booking steps before payment (group 'Booking' of internal/api/operations.go). */
import { defineCall } from '../../api'
import type {
  BookAnswer,
  ChosenExtras,
  Deposit,
  Extra,
  Extras,
  LinkedStay,
  MyBookings,
  PartyDetails,
} from '../../api/schema'
import { type Pence, toPence } from '../../rules/money'
import type { PartyCounts } from '../../rules/party-members'

/** The parameters with which the park page starts a booking. */
export interface StartParams {
  /** The id of the chosen offer. */
  unitId: string
  /** The id of the search that found the offer, '0' when there was none. */
  searchId?: string
  /** The booking is made under the newspaper promotion. */
  promo?: boolean
  /** The price with the code words that the park page showed, in pounds. */
  promoPrice?: string
  party: PartyCounts & { petFriendly: boolean }
  /** Path and query of the park page, including date, nights and party. */
  parkBookingUrl: string
  channelId: string
  parkId: string
  parkName: string
  unitTypeId?: string
  unitDesc?: string
}

/** A booking as the server sends it, and how far the server's clock is ahead of the browser's. */
export interface BookingData extends BookAnswer {
  clockAhead: number
}

function readBooking(data: unknown): BookingData {
  const answer = data as BookAnswer & { booking: { bookID?: string } }
  const { booking } = answer
  return {
    ...answer,
    booking: { ...booking, bookId: booking.bookId ?? booking.bookID ?? '' },
    clockAhead: booking.serverTime - Date.now(),
  }
}

/** Starts a booking: the server holds the unit. */
export const createBookingCall = defineCall<StartParams, BookingData>({
  name: 'CREATE_BOOKING',
  path: '/api/book',
  latest: true,
  once: true,
  send: ({ unitId, searchId = '0', promo, promoPrice, party }) => ({
    unitId,
    searchId,
    promo: promo ? 1 : undefined,
    promoPrice: promo ? promoPrice : undefined,
    adults: party.adults,
    children: party.children,
    under5s: party.under5s,
    partySize: party.adults + party.children + party.under5s,
    petFriendly: party.petFriendly,
  }),
  read: readBooking,
})

interface BookingRef {
  bookId: string
}

/** Loads a booking in progress, after a reload of the page. */
export const resumeBookingCall = defineCall<BookingRef, BookingData>({
  name: 'RESUME_BOOKING',
  path: '/api/book',
  latest: true,
  read: readBooking,
})

/** The bookings made earlier that this session has found. */
export const myBookingsCall = defineCall<void, MyBookings>({
  name: 'MY_BOOKINGS',
  path: '/api/mybookings',
  latest: true,
})

/** Releases a held unit: the visitor does not continue the booking. */
export const releaseHoldCall = defineCall<BookingRef, unknown>({
  name: 'RELEASE_HOLD',
  method: 'POST',
  path: '/api/releasehold',
  once: true,
})

/** An extra that the park offers. `value` is the quantity saved on the server. */
export interface OfferedExtra extends Omit<Extra, 'cost' | 'depcost' | 'price'> {
  /** What one item costs, how much of that is paid with the deposit, and the price that is shown. */
  cost: Pence
  depcost: Pence
  price: Pence
}

interface OfferedExtras extends Omit<Extras, 'extras'> {
  extras: OfferedExtra[]
}

function readExtras(data: unknown): OfferedExtras {
  const answer = data as Extras
  return {
    ...answer,
    extras: answer.extras.map((extra) => ({
      ...extra,
      cost: toPence(extra.cost) ?? 0,
      depcost: toPence(extra.depcost) ?? 0,
      price: toPence(extra.price) ?? 0,
    })),
  }
}

export const getExtrasCall = defineCall<BookingRef, OfferedExtras>({
  name: 'BOOKING/EXTRAS/GET_EXTRAS',
  path: '/api/getextras',
  latest: true,
  read: readExtras,
})

/** Saves all extras, as code to quantity. An absent code means 0. */
export const setExtrasCall = defineCall<
  BookingRef & { extras: Record<string, number>; dogs?: number },
  ChosenExtras
>({
  name: 'SET_EXTRAS',
  method: 'POST',
  path: '/api/setextras',
  latest: true,
})

export const setUserDetailsCall = defineCall<
  BookingRef & Record<string, string | boolean>,
  { userId: string; details: Record<string, string> }
>({ name: 'SET_USER_DETAILS', method: 'POST', path: '/api/setuserdetails', latest: true })

export const setPartyDetailsCall = defineCall<
  BookingRef & Record<string, string | boolean>,
  PartyDetails
>({
  name: 'SET_PARTY_DETAILS',
  method: 'POST',
  path: '/api/setpartydetails',
  latest: true,
})

/** What somebody sees who pays by a link. */
export const openPayLinkCall = defineCall<{ token: string }, LinkedStay>({
  name: 'OPEN_PAY_LINK',
  method: 'POST',
  path: '/api/openpaylink',
  latest: true,
})

export const getDepositCall = defineCall<BookingRef, Deposit>({
  name: 'GET_DEPOSIT',
  path: '/api/getdeposit',
  latest: true,
})

/** Applies a discount code or voucher. An empty code removes the current one. */
export const setDiscountCall = defineCall<BookingRef & { discountCode: string }, Deposit>({
  name: 'SET_DISCOUNT',
  method: 'POST',
  path: '/api/setdiscount',
  latest: true,
})
