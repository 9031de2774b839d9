import type { RequestError } from '../../api'
import { tidyContact } from '../../rules/contact'
import type { FieldError } from '../../rules/form-errors'
import { type MemberPlace, partyFields } from '../../rules/party-members'
import { setPartyDetailsCall, setUserDetailsCall } from './calls'
import { noteTimeOut } from './resume-booking'
import type { BookingThunk } from './state'
import { finishStep } from './steps'
import { createUser, updateUserDetails } from './user-slice'

/** Why the details could not be saved. */
export interface SaveFailure {
  error: RequestError
  /** The text above the server's messages. */
  text: string
  /** The server's errors of single fields. */
  fields: FieldError[]
}

const DETAILS_ERROR = 'There was an error while saving your details. Please try again.'
const PARTY_ERROR = 'There was an error while saving your party details. Please try again.'

/**
 * Saves the contact's details, then the party's. The step is complete when both are saved. It may
 * be repeated safely.
 */
export function saveDetails(
  places: readonly MemberPlace[],
  signal: AbortSignal,
): BookingThunk<Promise<SaveFailure | undefined>> {
  return async (dispatch, getState) => {
    const { booking, bookingForm, user } = getState()
    const bookId = booking.bookingId ?? ''
    const details = tidyContact(user.details)
    const saved = dispatch(
      noteTimeOut(await dispatch(setUserDetailsCall.run({ bookId, ...details }, { signal }))),
    )
    if (!saved.ok) return failure(saved.error, DETAILS_ERROR)
    dispatch(
      user.userId ? updateUserDetails(details) : createUser({ userId: saved.data.userId, details }),
    )
    const party = {
      onlyBooking: bookingForm.party.onlyBooking,
      ...partyFields(places, bookingForm.party.values, booking.partyAge),
    }
    const partySaved = dispatch(
      noteTimeOut(await dispatch(setPartyDetailsCall.run({ bookId, ...party }, { signal }))),
    )
    if (!partySaved.ok) return failure(partySaved.error, PARTY_ERROR)
    dispatch(finishStep('DETAILS'))
    return undefined
  }
}

function failure(error: RequestError, text: string): SaveFailure {
  const fields = error.errors.flatMap(({ field, message }) => (field ? [{ field, message }] : []))
  return { error, text, fields }
}
