import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from 'react-router'
import { selectIsFetching, useAppDispatch } from '../../api'
import { nearToSend } from '../../rules/near'
import { LIMITED_CHANNEL, wordCount } from '../../rules/promotion'
import { regionsCall, selectRegionsOf } from '../catalogue'
import { cottageDatesCall, parkDetailsCall } from '../park-data'
import {
  ensurePromoDates,
  loadPromoDates,
  selectHasPassed,
  selectPromoOf,
  selectPromoType,
} from '../promotion'
import {
  loadCachedAvailability,
  partyOf,
  dateChosen,
  selectFirstOffer,
  chooseChannel,
  selectForm,
  selectIsArrivalAvailable,
  parkChosen,
  setArrivalAvailable,
  storeCottageDates,
  type SearchRoot,
} from '../search'

/**
 * Keeps the visible search form valid: loads regions and prices, and replaces a missing place. It
 * consists of effects, which the server does not run.
 */
export const useSearchUpkeep = __SERVER__ ? () => {} : useUpkeep

function useUpkeep() {
  const dispatch = useAppDispatch()
  const { pathname, search } = useLocation()
  const form = useSelector(selectForm)
  const { channelId, regionId, near, duration, parkId, parkName } = form
  const { partySize, petFriendly } = partyOf(form)
  const regions = useSelector((state: SearchRoot) => selectRegionsOf(state, channelId))
  const loading = useSelector((state: SearchRoot) =>
    selectIsFetching(state, regionsCall.idOf({ channel: channelId })),
  )
  const available = useSelector(selectIsArrivalAvailable)
  const hasPassed = useSelector(selectHasPassed)
  const asksWords = useSelector((state: SearchRoot) => wordCount(state.app.promotion) > 0)
  const promoType = useSelector(selectPromoType)
  const promo = useSelector((state: SearchRoot) => selectPromoOf(state, LIMITED_CHANNEL))
  const hasRegions = Object.keys(regions).length > 0

  // Loads the regions of a channel that init did not return.
  useEffect(() => {
    if (channelId && !hasRegions) void dispatch(regionsCall.run({ channel: channelId }))
  }, [dispatch, channelId, hasRegions])

  // If no place is chosen and nothing is loading, chooses the first of the list.
  useEffect(() => {
    if (!channelId && !regionId && !loading) dispatch(chooseChannel(undefined))
  }, [dispatch, channelId, regionId, loading])

  useEffect(() => {
    void dispatch(loadCachedAvailability(pathname))
  }, [dispatch, pathname, channelId, regionId, near, duration])

  // The dates are those of the channel's promotion.
  useEffect(() => {
    dispatch(ensurePromoDates())
  }, [dispatch, hasPassed, promoType])

  // The default day, tomorrow, gives way to the first day that the promotion offers. A date of the
  // address stays.
  const offered = useSelector(selectFirstOffer)
  const hasOwnDate = new URLSearchParams(search).has('date')
  useEffect(() => {
    if (offered && !hasOwnDate) dispatch(dateChosen(offered))
  }, [dispatch, offered, hasOwnDate])

  // Coming back to this tab, the visitor's pass may have ended.
  useEffect(() => {
    if (!hasPassed || !asksWords) return
    const look = () => {
      if (!document.hidden) void dispatch(loadPromoDates())
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [dispatch, hasPassed, asksWords])

  useEffect(() => {
    if (form.isArrivalDateAvailable !== available) dispatch(setArrivalAvailable(available))
  }, [dispatch, form.isArrivalDateAvailable, available])

  // For a park in the address, only the id is known until its details are loaded.
  useEffect(() => {
    if (!parkId || parkName) return
    const abort = new AbortController()
    void dispatch(parkDetailsCall.run({ parkId, promo }, { signal: abort.signal })).then(
      (answer) => {
        if (answer.ok)
          dispatch(parkChosen({ parkId, name: answer.data.name, regionId: answer.data.regn }))
      },
    )
    // The visitor chose something else, or the box was removed: the answer is not needed any more.
    return () => abort.abort()
  }, [dispatch, parkId, parkName, promo])

  useEffect(() => {
    if (channelId !== 'ukcottages' || !regionId) return
    const abort = new AbortController()
    const params = {
      region: regionId,
      park: parkId,
      near: nearToSend(near),
      nights: duration,
      partySize,
      petFriendly,
    }
    void dispatch(cottageDatesCall.run(params, { signal: abort.signal })).then((answer) => {
      if (answer.ok) dispatch(storeCottageDates(answer.data.dates))
    })
    return () => abort.abort()
  }, [dispatch, channelId, regionId, parkId, near, duration, partySize, petFriendly])
}
