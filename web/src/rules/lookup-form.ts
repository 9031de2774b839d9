import { type FieldError, FormErrors } from './form-errors'
import { isPresent } from './validators'

/** The fields for finding an existing booking. */
export interface Lookup {
  bookingId: string
  surname: string
  postcode: string
}

/**
 * The wrong fields of the lookup form. Any postcode is allowed, because the server compares it with
 * the booking's. `blank` are the messages of empty fields.
 */
export function checkLookup(lookup: Lookup, blank: Lookup): FieldError[] {
  return new FormErrors()
    .when(!isPresent(lookup.bookingId), 'bookingId', blank.bookingId)
    .when(!isPresent(lookup.surname), 'surname', blank.surname)
    .when(!isPresent(lookup.postcode), 'postcode', blank.postcode).list
}
