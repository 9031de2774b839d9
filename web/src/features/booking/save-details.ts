import { errorMessages, refusedFields, type RequestError, showsCodes } from '../../api'
import { tidyContact } from '../../rules/contact'
import { type MemberPlace, partyFields } from '../../rules/party-members'
import type { Refusal } from '../../ui'
import { setPartyDetailsCall, setUserDetailsCall } from './calls'
import { noteTimeOut } from './resume-booking'
import type { BookingThunk } from './state'
import { finishStep } from './steps'
import { createUser, updateUserDetails } from './user-slice'

const DETAILS_ERROR = 'There was an error while saving your details. Please try again.'
const PARTY_ERROR = 'There was an error while saving your party details. Please try again.'

/**
 * Saves the contact's details, then the party's. The step is complete when both are saved. It may
 * be repeated safely.
 */
export function saveDetails(
  places: readonly MemberPlace[],
  signal: AbortSignal,
): BookingThunk<Promise<Refusal | undefined>> {
  return async (dispatch, getState) => {
    const { booking, bookingForm, user } = getState()
    const bookId = booking.bookingId ?? ''
    const details = tidyContact(user.details)
    const saved = dispatch(
      noteTimeOut(await dispatch(setUserDetailsCall.run({ bookId, ...details }, { signal }))),
    )
    if (!saved.ok) return refusal(saved.error, DETAILS_ERROR)
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
    if (!partySaved.ok) return refusal(partySaved.error, PARTY_ERROR)
    dispatch(finishStep('DETAILS'))
    return undefined
  }
}

/** The fields that the server refused; without any, `text` and the server's messages. */
function refusal(error: RequestError, text: string): Refusal {
  const fields = refusedFields(error)
  return { fields, texts: fields.length > 0 ? [] : failureTexts(error, text) }
}

/** Why a step could not be saved: `text`, then the server's messages. Empty for a cancelled call. */
export function failureTexts(error: RequestError, text: string): string[] {
  const messages = errorMessages(error, showsCodes(error))
  return messages.length > 0 ? [...new Set([text, ...messages])] : []
}
