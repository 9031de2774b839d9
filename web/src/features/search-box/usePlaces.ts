import type { Dispatch } from '@reduxjs/toolkit'
import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import type { Place as FoundPlace, Places as FoundPlaces } from '../../api/schema'
import { regionsCall } from '../catalogue'
import { selectForm, selectRegionList } from '../search'
import { defineCall, loadErrorText, useRequest, useAppDispatch } from '../../api'

/** An entry of the Where list. A region from the initial data has no `regions`. */
export type Place = Pick<FoundPlace, 'kind' | 'id' | 'name'> & Partial<FoundPlace>

/** GET /api/places: places whose names begin with the text, also with one typing error. */
const placesCall = defineCall<{ q: string; channel: string }, FoundPlaces>({
  name: 'GET_PLACES',
  path: '/api/places',
  latest: true,
})

/** The server is asked only for texts of at least this many letters. */
const MIN_LETTERS = 2
/** The server is asked after a pause in typing of this many milliseconds. */
const TYPING_MS = 150

const PLACES_FAILED = 'We could not look for towns and parks.'

const REGIONS_LOAD = 'There was an error while loading the regions list. Please try again.'

/** What the server has answered to a text. */
interface Found {
  q: string
  channel: string
  places: Place[]
  failed: boolean
}

/** The entries of the Where list, and the state of loading regions. */
export interface Places {
  places: Place[]
  loadingRegions: boolean
  /** The server was asked and has not answered. */
  searching: boolean
  /** The server could not be asked. */
  failed: boolean
  retry: () => void
  /** The error message if no regions could be loaded. */
  regionsError: string | undefined
  retryRegions: () => void
}

/**
 * The places that match the text. From two letters on, they come from the server. Until it answers,
 * or if it fails, they are the channel's regions whose names contain the text.
 */
export function usePlaces(text: string): Places {
  const dispatch = useAppDispatch()
  const { channelId } = useSelector(selectForm)
  const regions = useSelector(selectRegionList)
  const { fetching, error } = useRequest(regionsCall.idOf({ channel: channelId }))
  const [found, setFound] = useState<Found>()
  const [attempt, setAttempt] = useState(0)
  const q = text.trim()
  const asksServer = q.length >= MIN_LETTERS

  useEffect(() => {
    if (!asksServer) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void dispatch(placesCall.run({ q, channel: channelId }, { signal: abort.signal })).then(
        (answer) => {
          if (abort.signal.aborted) return
          const places = answer.ok ? answer.data.places : []
          setFound({ q, channel: channelId, places, failed: !answer.ok })
        },
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [dispatch, asksServer, q, channelId, attempt])

  const answered = asksServer && found?.q === q && found.channel === channelId
  const matching = regions
    .filter(({ name }) => q === '' || name.toLowerCase().includes(q.toLowerCase()))
    .map(({ id, name }): Place => ({ kind: 'region', id, name }))
  return {
    places: answered ? withMatchingRegions(matching, found.places) : matching,
    loadingRegions: fetching && regions.length === 0,
    searching: asksServer && !answered,
    failed: answered && found.failed,
    retry: () => {
      setFound(undefined)
      setAttempt(attempt + 1)
    },
    regionsError: regions.length === 0 ? loadErrorText(error, REGIONS_LOAD) : undefined,
    retryRegions: () => void dispatch(regionsCall.run({ channel: channelId })),
  }
}

/**
 * The server's places, after the matching regions that are not among them, such as 'All of the UK',
 * which the server does not have as a place.
 */
function withMatchingRegions(matching: Place[], found: Place[]): Place[] {
  const known = new Set(found.map(({ kind, id }) => `${kind} ${id}`))
  return [...matching.filter(({ id }) => !known.has(`region ${id}`)), ...found]
}

/** How many places there are to choose from, or why none. */
export function listStatus({
  places,
  loadingRegions,
  searching,
  failed,
  regionsError,
}: Places): string {
  if (loadingRegions) return 'Loading regions'
  if (failed) return PLACES_FAILED
  if (places.length > 0) return `${places.length} to choose from`
  if (searching) return 'Searching…'
  return regionsError ? '' : 'Nothing found'
}

/**
 * Asks the server for the place that a text means, without a pause in typing: for a visitor who went
 * on before the list was there. Undefined when there is none, or the server could not be asked.
 */
export function findPlace(q: string, channel: string) {
  return async (dispatch: Dispatch): Promise<Place | undefined> => {
    const answer = await placesCall.run({ q: q.trim(), channel })(dispatch)
    return answer.ok ? answer.data.places[0] : undefined
  }
}
