import type { Dispatch } from '@reduxjs/toolkit'
import { milesFrom, OWN_POSITION, type Near } from '../../rules/near'
import { ALL_REGIONS } from '../../rules/price-lookup'
import { selectRegionsOf } from '../catalogue'
import { nearChosen, selectForm, type SearchRoot } from '../search'

type GetState = () => SearchRoot

/** How long the browser may look for the visitor's position, in milliseconds. */
const POSITION_MS = 10_000
/** A position may be this old, in milliseconds: nobody travels far meanwhile. */
const POSITION_AGE_MS = 10 * 60_000

/**
 * Asks the browser where the visitor is, and chooses the nearest region of the form's channel, sorted
 * by the distance from there. A search sends the position only rounded. Resolves to false, and
 * changes nothing, when the position is refused or unknown, the channel was changed meanwhile, or
 * `signal` has aborted.
 */
export function chooseOwnPosition(signal: AbortSignal) {
  return async (dispatch: Dispatch, getState: GetState): Promise<boolean> => {
    const { channelId } = selectForm(getState())
    const position = await ownPosition()
    if (signal.aborted || !position || selectForm(getState()).channelId !== channelId) return false
    const nearest = Object.values(selectRegionsOf(getState(), channelId))
      .flatMap((region) => {
        const miles = region.id === ALL_REGIONS ? undefined : milesFrom(position, region)
        return miles === undefined ? [] : [{ id: region.id, miles }]
      })
      .toSorted((a, b) => a.miles - b.miles)[0]
    if (!nearest) return false
    dispatch(nearChosen({ channelId, regionId: nearest.id, near: position }))
    return true
  }
}

function ownPosition(): Promise<Near | undefined> {
  return new Promise((resolve) => {
    // Pages without HTTPS cannot ask for a position.
    if (!navigator.geolocation) {
      resolve(undefined)
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ name: OWN_POSITION, lat: coords.latitude, lon: coords.longitude, own: true }),
      () => resolve(undefined),
      { timeout: POSITION_MS, maximumAge: POSITION_AGE_MS },
    )
  })
}
