import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation } from 'react-router'
import { selectIsFetching } from '../../api'
import { regionsCall, selectRegionsOf } from '../catalogue'
import { cottageDatesCall, parkDetailsCall } from '../park-data'
import {
  loadCachedAvailability,
  partyOf,
  selectChannel,
  selectForm,
  selectIsArrivalAvailable,
  selectParkInForm,
  setArrivalAvailable,
  storeCottageDates,
  type SearchRoot,
} from '../search'

/** What keeps the form true while it is in view: a place, its prices, its arrival days. */
export function useSearchUpkeep() {
  const dispatch = useDispatch<ThunkDispatch<SearchRoot, unknown, UnknownAction>>()
  const { pathname } = useLocation()
  const form = useSelector(selectForm)
  const { channelId, regionId, duration, parkId, parkName } = form
  const { partySize, petFriendly } = partyOf(form)
  const regions = useSelector((state: SearchRoot) => selectRegionsOf(state, channelId))
  const loading = useSelector((state: SearchRoot) =>
    selectIsFetching(state, regionsCall.idOf({ channel: channelId })),
  )
  const available = useSelector(selectIsArrivalAvailable)
  const hasRegions = Object.keys(regions).length > 0

  // The regions of a channel that init did not bring.
  useEffect(() => {
    if (channelId && !hasRegions) void dispatch(regionsCall.run({ channel: channelId }))
  }, [dispatch, channelId, hasRegions])

  // Without a place the first of the list is taken, once nothing is loading.
  useEffect(() => {
    if (!channelId && !regionId && !loading) dispatch(selectChannel(undefined))
  }, [dispatch, channelId, regionId, loading])

  useEffect(() => {
    void dispatch(loadCachedAvailability(pathname))
  }, [dispatch, pathname, channelId, regionId, duration])

  useEffect(() => {
    if (form.isArrivalDateAvailable !== available) dispatch(setArrivalAvailable(available))
  }, [dispatch, form.isArrivalDateAvailable, available])

  // A park of the address is known by its id alone until its details come.
  useEffect(() => {
    if (!parkId || parkName) return
    void dispatch(parkDetailsCall.run({ parkId })).then((answer) => {
      if (answer.ok)
        dispatch(selectParkInForm({ parkId, name: answer.data.name, regionId: answer.data.regn }))
    })
  }, [dispatch, parkId, parkName])

  useEffect(() => {
    if (channelId !== 'ukcottages' || !regionId) return
    const flight = new AbortController()
    const asked = { region: regionId, park: parkId, nights: duration, partySize, petFriendly }
    void dispatch(cottageDatesCall.run(asked, { signal: flight.signal })).then((answer) => {
      if (answer.ok) dispatch(storeCottageDates(answer.data.dates))
    })
    return () => flight.abort()
  }, [dispatch, channelId, regionId, parkId, duration, partySize, petFriendly])
}
