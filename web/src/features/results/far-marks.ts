// A search may find more holidays than its answer contains. The map then shows the marks that the
// server makes of all of them, and asks for the row of one that is opened.
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSelector } from 'react-redux'
import { defineCall, useAppDispatch, useRequest } from '../../api'
import type { MapMarks, MapMarksQuery, Result, Search, SearchQuery } from '../../api/schema'
import { boxToText, type Box } from '../../rules/map-box'
import { toPence } from '../../rules/money'
import { ALL_REGIONS } from '../../rules/price-lookup'
import type { FarMarks, Mark } from '../map'
import { pollCall, searchCall, selectResultsState } from '../search'

/** GET /api/mapmarks. */
const mapMarksCall = defineCall<Omit<MapMarksQuery, 'view'> & { view: string }, MapMarks>({
  name: 'MAP_MARKS',
  path: '/api/mapmarks',
  latest: true,
})

/** GET /api/search for one park. */
const farRowCall = defineCall<SearchQuery, Search>({
  name: 'MAP_PARK',
  path: '/api/search',
  latest: true,
})

/** The request to which the results belong: while another search runs, still the one before. */
function useShownRequest(): SearchQuery | undefined {
  const { requestPayload, isSearching } = useSelector(selectResultsState)
  const [shown, setShown] = useState(requestPayload)
  if (isSearching || shown === requestPayload) return shown
  setShown(requestPayload)
  return requestPayload
}

/**
 * The marks of all holidays found, where the answer does not contain all of them. With filters,
 * which look only through the holidays of the answer, there are none. `failed`: the last marks could
 * not be loaded, so the map shows the holidays of the answer.
 */
export function useFarMarks(rows: readonly Result[]) {
  const dispatch = useAppDispatch()
  const { count, results } = useSelector(selectResultsState)
  const request = useShownRequest()
  const [failed, setFailed] = useState<SearchQuery>()
  const whole = count > results.length && results.length > 0 && rows.length === results.length
  const marks = useMemo((): FarMarks | undefined => {
    if (!whole || !request) return undefined
    return async (box: Box, zoom: number) => {
      const query = { ...request, view: boxToText(box), zoom }
      const answer = await dispatch(mapMarksCall.run(query))
      if (answer.ok) setFailed(undefined)
      else if (answer.error.status !== -1) setFailed(request)
      return answer.ok ? answer.data.marks.map(markOf) : undefined
    }
  }, [dispatch, whole, request])
  return { marks, request, failed: marks !== undefined && failed === request }
}

function markOf(
  { lat, lon, parkId, name, count, price }: MapMarks['marks'][number],
  first: number,
) {
  const mark: Mark = {
    // What a mark shows and where, so that no other mark is taken for it.
    key: [parkId, count, price, lat, lon].join(' '),
    lat: Number(lat),
    lon: Number(lon),
    price: toPence(price) ?? Number.POSITIVE_INFINITY,
    count,
    first,
  }
  return count === 1 ? { ...mark, id: parkId, name } : mark
}

/** A holiday chosen on the map, and the request to whose results it belonged. */
export interface Chosen {
  id: string
  request: SearchQuery | undefined
}

/**
 * The holiday that is open on the map: the chosen one, if it is in the list or is one of those that only
 * the server has. Its row stays while another search runs, until it is known whether that search has
 * found it too. `problem` says why its row is not there.
 */
export function useOpenRow(
  rows: readonly Result[],
  chosen: Chosen | undefined,
  close: () => void,
  { marks, request }: ReturnType<typeof useFarMarks>,
) {
  const searching = useIsSearching()
  const [last, setLast] = useState<Result>()
  const before = last?.parkId === chosen?.id ? last : undefined
  const listed = rows.find(({ parkId }) => parkId === chosen?.id)
  const sought = chosen?.request === request || (before && mayFind(request, before))
  const missing = !listed && marks && sought ? chosen?.id : undefined
  const { far, retry } = useFarRow(missing, request, chosen?.request, close)
  const asked = missing !== undefined && !far
  const row = listed ?? far?.row ?? (searching || asked ? before : undefined)
  if (last !== (row ?? before)) setLast(row ?? before)
  const problem = far && !far.row ? (far.gone ? 'gone' : 'failed') : undefined
  return { id: row?.parkId ?? missing, row, problem, retry } as const
}

/**
 * The answer for a holiday of a search that only the server has. A holiday that was open before (`of`
 * another search), and that this one has not found, is closed.
 */
function useFarRow(
  id: string | undefined,
  request: SearchQuery | undefined,
  of: SearchQuery | undefined,
  close: () => void,
) {
  const dispatch = useAppDispatch()
  const [found, setFound] = useState<Chosen & { row?: Result; gone: boolean }>()
  const [attempt, setAttempt] = useState(0)
  const notFound = useEffectEvent(() => {
    if (of !== request) close()
  })
  useEffect(() => {
    if (id === undefined || !request) return undefined
    let left = false
    void dispatch(farRowCall.run({ ...request, park: id })).then((answer) => {
      if (left || (!answer.ok && answer.error.status === -1)) return
      // A busy server answers without rows and asks to wait.
      const made = answer.ok && !answer.data.wait
      const row = made ? answer.data.results?.[0] : undefined
      const gone = made && !row
      setFound({ id, request, row, gone })
      if (gone) notFound()
    })
    return () => {
      left = true
    }
  }, [dispatch, id, request, attempt])
  return {
    far: id !== undefined && found?.id === id && found.request === request ? found : undefined,
    retry: () => {
      setFound(undefined)
      setAttempt((before) => before + 1)
    },
  }
}

/** Whether a search may find the holiday of a row that an earlier one has found. */
function mayFind(request: SearchQuery | undefined, { channel, regn }: Result): boolean {
  if (!request || request.channel !== channel) return false
  return request.box !== undefined || request.region === ALL_REGIONS || request.region === regn
}

/** Whether a search runs whose results are not known yet. */
function useIsSearching(): boolean {
  const { searchId, gaveUp } = useSelector(selectResultsState)
  const search = useRequest(searchCall.idOf({}))
  const poll = useRequest(pollCall.idOf({ searchId: '' }))
  return searchId === '0' && !gaveUp && !search.error && !poll.error
}
