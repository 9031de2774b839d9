/**
 * Every event and its fields, in one place (specification, 'Analytics events'; open points OP-ANLY
 * and OP-FLAG-6). The code takes its types from this table, and the tests compare what was sent
 * with it. Only types of it are used outside of tests, so visitors do not load it. A field whose name
 * ends in '?' may be left out.
 */
type Kind = 'text' | 'number' | 'boolean' | 'items'

const sale = { currency: 'text', value: 'number', items: 'items' } as const

export const eventTable = {
  accom_feature: { feature: 'text', toggle: 'boolean' },
  accom_update_bathrooms: { amount: 'number' },
  accom_update_bedrooms: { amount: 'number' },
  accom_update_max_price: {},
  accom_update_min_price: {},
  add_payment_info: { ...sale, 'coupon?': 'text' },
  affiliate_park_click: { operator: 'text' },
  begin_checkout: sale,
  booking_step_confirmation: { bookingId: 'text' },
  booking_step_details: { bookingId: 'text' },
  booking_step_payment: { bookingId: 'text' },
  booking_step_payment_action: { bookingId: 'text' },
  booking_timeout: {},
  dates_slider_changed: { date: 'text' },
  email_sign_up: { source: 'text' },
  error_message: { errorMessage: 'text', page: 'text' },
  experiment_viewed: { experimentId: 'text', variationId: 'text' },
  external_link_click: { destination: 'text' },
  parks_update_max_price: {},
  parks_update_min_price: {},
  payment_error: { message: 'text', status: 'number' },
  purchase: {
    transaction_id: 'text',
    value: 'number',
    depositAmount: 'number',
    bookingType: 'text',
    nights: 'number',
    'coupon?': 'text',
    items: 'items',
  },
  search: { search_term: 'text' },
  search_form_submit: {
    channelId: 'text',
    regionId: 'text',
    'parkId?': 'text',
    'arrivalDate?': 'text',
    duration: 'number',
    adults: 'number',
    children: 'number',
    under5s: 'number',
    petFriendly: 'boolean',
  },
  search_results_filtering: { filterBy: 'text', toggle: 'boolean', value: 'text' },
  search_results_sorting: { sortBy: 'text', page: 'text' },
  show_external_park_modal: { park: 'text' },
  switched_to_park_map_view: { parkName: 'text', parkId: 'text' },
  switched_to_results_map_view: {},
  toggle_pet_friendly: {},
  top_up_payment: { bookingId: 'text', topUpAmount: 'number' },
  view_item: sale,
  view_park: { parkId: 'text', name: 'text' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Kind>>>>

interface Values {
  text: string
  number: number
  boolean: boolean
  items: readonly object[]
}

type Fields<Listed> = {
  readonly [Name in keyof Listed as Name extends `${string}?` ? never : Name]: Values[Listed[Name] &
    Kind]
} & {
  readonly [Name in keyof Listed as Name extends `${infer Own}?` ? Own : never]?:
    Values[Listed[Name] & Kind] | undefined
}

/** The name of an event. */
export type EventName = keyof typeof eventTable

/** The fields of an event. */
export type EventFields<Name extends EventName> = Fields<(typeof eventTable)[Name]>

/** The fields as an argument, which an event without fields does not have. */
export type FieldsArgument<Name extends EventName> = keyof (typeof eventTable)[Name] extends never
  ? []
  : [fields: EventFields<Name>]
