import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { regionsCall, selectRegionsOf } from '../catalogue'
import { parkNamesCall } from '../park-data'
import { selectForm, selectRegionList, type SearchRoot } from '../search'
import { loadErrorText, useRequest, useAppDispatch } from '../../api'

/** One entry of the Where list. */
export type Place =
  | { kind: 'region'; id: string; name: string }
  | { kind: 'park'; id: string; name: string; regionId: string; regionName: string }

/** The fewest letters for which parks are looked up. */
const PARK_LETTERS = 2
/** A pause in typing before the server is asked. */
const TYPING_MS = 200

const noPlaces: Place[] = []

const REGIONS_LOAD = 'There was an error while loading the regions list. Please try again.'

/** What stands in the Where list, and how its regions are doing. */
export interface Places {
  places: Place[]
  loadingRegions: boolean
  /** Why there are no regions to choose from. */
  regionsError: string | undefined
  retryRegions: () => void
}

/** The regions that match the text, then the parks. */
export function usePlaces(text: string, open: boolean): Places {
  const dispatch = useAppDispatch()
  const { channelId } = useSelector(selectForm)
  const regions = useSelector(selectRegionList)
  const byId = useSelector((state: SearchRoot) => selectRegionsOf(state, channelId))
  const { fetching, error } = useRequest(regionsCall.idOf({ channel: channelId }))
  const [found, setFound] = useState<{ q: string; parks: Place[] }>({ q: '', parks: noPlaces })
  const q = text.trim()
  const wanted = open && q.length >= PARK_LETTERS

  useEffect(() => {
    if (!wanted) return
    const flight = new AbortController()
    const timer = setTimeout(() => {
      void dispatch(parkNamesCall.run({ q, channel: channelId }, { signal: flight.signal })).then(
        (answer) => {
          if (!answer.ok || flight.signal.aborted) return
          setFound({
            q,
            parks: answer.data.parks.map(({ parkId, name, regn }) => ({
              kind: 'park',
              id: parkId,
              name,
              regionId: regn,
              regionName: byId[regn]?.name ?? '',
            })),
          })
        },
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      flight.abort()
    }
  }, [dispatch, wanted, q, channelId, byId])

  const matching = regions
    .filter(({ name }) => q === '' || name.toLowerCase().includes(q.toLowerCase()))
    .map(({ id, name }): Place => ({ kind: 'region', id, name }))
  return {
    places: wanted && found.q === q ? [...matching, ...found.parks] : matching,
    loadingRegions: fetching && regions.length === 0,
    regionsError: regions.length === 0 ? loadErrorText(error, REGIONS_LOAD) : undefined,
    retryRegions: () => void dispatch(regionsCall.run({ channel: channelId })),
  }
}
