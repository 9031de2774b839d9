import { expect, it } from 'vitest'
import { bookAnswer, existingBooking, prepayment } from '../test/bookings'
import { storeWith } from '../test/booking-pages'
import { initData } from '../test/catalogue'
import { readyStore } from '../test/render'
import { loadBooking } from '../features/booking'
import { prePaymentCall } from '../features/payment/calls'

/** The names that the specification gives to fields of the state, by slice. */
const names = {
  app: ['ready'],
  search: [
    'channelId',
    'regionId',
    'arrivalDate',
    'duration',
    'month',
    'adults',
    'children',
    'under5s',
    'petFriendly',
    'searchNeeded',
    'partySizeModal',
    'cottageDates',
  ],
  searchResults: ['results', 'isSearching', 'isWaiting', 'count', 'searchId', 'unavailableUnitIds'],
  filters: [
    'bFiltersStateArray',
    'nFiltersStateArray',
    'nFiltersDefaultArray',
    'petFriendlySelected',
    'rangeSliderMin',
    'rangeSliderMax',
    'resultsAppliedSort',
    'accom',
  ],
  promotion: ['codeWordsValidated', 'selectedNewspaper', 'availableDates'],
  booking: [
    'type',
    'channelId',
    'parkId',
    'unitId',
    'unitTypeId',
    'unitDesc',
    'unitPrice',
    'arrivalDate',
    'duration',
    'bookingId',
    'message',
    'bookingFee',
    'depositText',
    'dueDate',
    'discountApplied',
    'discountCode',
    'discountValue',
    'stepsCompleted',
    'customBookingPayment',
    'customBookingPaymentErr',
    'paidWithFullVoucher',
    'party',
    'parkBookingUrl',
    'promo',
    'bookingTimedOut',
  ],
  payment: ['paymntRecId'],
}

it('[PAGE-31] the fields of the state are spelled as the specification spells them', () => {
  const store = storeWith()
  store.dispatch(prePaymentCall.success(prepayment(), { id: 'x', attempt: 1, params: {} }))
  const state: Readonly<Record<string, object>> = store.getState()
  for (const [slice, fields] of Object.entries(names))
    expect(Object.keys(state[slice] ?? {}), slice).toEqual(expect.arrayContaining(fields))
  expect(Object.keys(store.getState().filters.accom)).toEqual(
    expect.arrayContaining([
      'filtersStateArray',
      'rangeSliderMin',
      'rangeSliderMax',
      'appliedSort',
      'bedrooms',
      'bathrooms',
    ]),
  )
  expect(bookAnswer().booking.bookId).toBe(store.getState().booking.bookingId)
})

it('[PAGE-31] so are those of an existing booking', () => {
  const store = readyStore(initData())
  store.dispatch(loadBooking(existingBooking()))
  expect(store.getState().booking).toMatchObject({
    type: 'existing',
    bookingId: '7K3QX-9F2MA',
    totalCost: 39200,
    amountPaid: 23000,
  })
})
