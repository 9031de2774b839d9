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
 * the booking's.
 */
export function checkLookup(lookup: Lookup): FieldError[] {
  return new FormErrors()
    .when(!isPresent(lookup.bookingId), 'bookingId', 'Please enter booking reference')
    .when(!isPresent(lookup.surname), 'surname', 'Please enter surname')
    .when(!isPresent(lookup.postcode), 'postcode', 'Please enter postcode').list
}
