import { type FieldError, FormErrors } from './form-errors'
import { isPresent } from './validators'

/** What finds an existing booking again. */
export interface Lookup {
  bookingId: string
  surname: string
  postcode: string
}

/** Wrong fields of the lookup form. A postcode is only required: it is compared, not judged. */
export function checkLookup(lookup: Lookup): FieldError[] {
  return new FormErrors()
    .when(!isPresent(lookup.bookingId), 'bookingId', 'Please enter booking reference')
    .when(!isPresent(lookup.surname), 'surname', 'Please enter surname')
    .when(!isPresent(lookup.postcode), 'postcode', 'Please enter postcode').list
}
