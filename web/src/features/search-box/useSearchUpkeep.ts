import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
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
 * Keeps the visible search form valid, and loads what it shows. It consists of effects, which the
 * server does not run.
 */
export const useSearchUpkeep = __SERVER__ ? () => {} : useUpkeep

function useUpkeep() {
  useRegions()
  useBoxPrices()
  usePromotionDates()
  useOfferedDay()
  useArrivalCheck()
  useParkName()
  useCottageDates()
}

/** Loads the regions of a channel that init did not return, and replaces a missing place. */
function useRegions() {
  const dispatch = useAppDispatch()
  const { channelId, regionId } = useSelector(selectForm)
  const regions = useSelector((state: SearchRoot) => selectRegionsOf(state, channelId))
  const loading = useSelector((state: SearchRoot) =>
    selectIsFetching(state, regionsCall.idOf({ channel: channelId })),
  )
  const hasRegions = Object.keys(regions).length > 0
  useEffect(() => {
    if (channelId && !hasRegions) void dispatch(regionsCall.run({ channel: channelId }))
  }, [dispatch, channelId, hasRegions])
  // If no place is chosen and nothing is loading, chooses the first of the list.
  useEffect(() => {
    if (!channelId && !regionId && !loading) dispatch(chooseChannel(undefined))
  }, [dispatch, channelId, regionId, loading])
}

/** Loads the prices of the form's place and nights. */
function useBoxPrices() {
  const dispatch = useAppDispatch()
  const { channelId, regionId, near, duration } = useSelector(selectForm)
  useEffect(() => {
    void dispatch(loadCachedAvailability())
  }, [dispatch, channelId, regionId, near, duration])
}

/**
 * Loads the dates of the channel's promotion. They are loaded again when a reader comes back to this
 * tab, because the visitor's pass may have ended.
 */
function usePromotionDates() {
  const dispatch = useAppDispatch()
  const hasPassed = useSelector(selectHasPassed)
  const asksWords = useSelector((state: SearchRoot) => wordCount(state.app.promotion) > 0)
  const promoType = useSelector(selectPromoType)
  useEffect(() => {
    dispatch(ensurePromoDates())
  }, [dispatch, hasPassed, promoType])
  useEffect(() => {
    if (!hasPassed || !asksWords) return
    const look = () => {
      if (!document.hidden) void dispatch(loadPromoDates())
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [dispatch, hasPassed, asksWords])
}

/**
 * The default day, tomorrow, gives way to the first day that the promotion offers. A date of the
 * address stays.
 */
function useOfferedDay() {
  const dispatch = useAppDispatch()
  const { search } = useLocation()
  const offered = useSelector(selectFirstOffer)
  const hasOwnDate = new URLSearchParams(search).has('date')
  useEffect(() => {
    if (offered && !hasOwnDate) dispatch(dateChosen(offered))
  }, [dispatch, offered, hasOwnDate])
}

/** Stores whether the chosen day is available. */
function useArrivalCheck() {
  const dispatch = useAppDispatch()
  const { isArrivalDateAvailable } = useSelector(selectForm)
  const available = useSelector(selectIsArrivalAvailable)
  useEffect(() => {
    if (isArrivalDateAvailable !== available) dispatch(setArrivalAvailable(available))
  }, [dispatch, isArrivalDateAvailable, available])
}

/** Loads the name of a park in the address, of which only the id is known until then. */
function useParkName() {
  const dispatch = useAppDispatch()
  const { parkId, parkName } = useSelector(selectForm)
  const promo = useSelector((state: SearchRoot) => selectPromoOf(state, LIMITED_CHANNEL))
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
}

/** Loads the days on which stays in cottages begin. */
function useCottageDates() {
  const dispatch = useAppDispatch()
  const form = useSelector(selectForm)
  const { channelId, regionId, parkId, near, duration } = form
  const { partySize, petFriendly } = partyOf(form)
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
