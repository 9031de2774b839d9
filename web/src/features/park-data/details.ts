import type { Dispatch } from '@reduxjs/toolkit'
import type { ParkDetails, ParkStay } from '../../api/schema'
import { parseDate } from '../../rules/dates'
import { LIMITED_CHANNEL } from '../../rules/promotion'
import { selectToday } from '../catalogue'
import { selectPromoOf } from '../promotion'
import type { SearchRoot } from '../search'
import { parkDetailsCall } from './park-details'
import type { ParkRoot } from './state'

/**
 * Loads the details of a park: once, and again on a later day, when one of its next stays may have
 * begun, and for a reader of the promotion, whose next stays are others.
 */
export function loadParkDetails(parkId: string) {
  return async (dispatch: Dispatch, getState: () => SearchRoot & ParkRoot): Promise<void> => {
    const today = selectToday(getState())
    const held: ParkDetails | undefined = getState().data.parkDetails[parkId]
    const promo = selectPromoOf(getState(), LIMITED_CHANNEL)
    const isForVisitor = (held?.forReader ?? false) === (promo !== undefined)
    const hasBegun = (stay: ParkStay) => (parseDate(stay.date) ?? '') <= today
    if (held && isForVisitor && !held.nextStays.some(hasBegun)) return
    await parkDetailsCall.run({ parkId, promo })(dispatch)
  }
}
