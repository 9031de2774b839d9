// A search may find more holidays than its answer contains. A far holiday is one that only the server
// has. The map then shows far marks: the marks that the server makes of all holidays found. When the
// visitor opens the mark of a far holiday, the page asks the server for its row.
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSelector } from 'react-redux'
import { defineCall, useAppDispatch, useRequest } from '../../api'
import type { MapMarks, MapMarksQuery, Result, Search, SearchQuery } from '../../api/schema'
import { boxToText, type Box } from '../../rules/map-box'
import { toPence } from '../../rules/money'
import { ALL_REGIONS } from '../../rules/price-lookup'
import type { FarMarks, Mark } from '../map'
import { isFound, pollCall, searchCall, selectResultsState } from '../search'

/** GET /api/mapmarks. */
const mapMarksCall = defineCall<Omit<MapMarksQuery, 'view'> & { view: string }, MapMarks>({
  name: 'MAP_MARKS',
  path: '/api/mapmarks',
  latest: true,
})

/** GET /api/search for one park: the row of a far holiday. */
const farRowCall = defineCall<SearchQuery, Search>({
  name: 'MAP_PARK',
  path: '/api/search',
  latest: true,
})

/**
 * The request of the shown results. While another search runs, or after it has failed, this is the
 * request before it.
 */
function useShownRequest(): SearchQuery | undefined {
  const found = useSelector(selectResultsState)
  const known = isFound(found)
  const { requestPayload } = found
  const [shown, setShown] = useState(known ? requestPayload : undefined)
  if (!known || shown === requestPayload) return shown
  setShown(requestPayload)
  return requestPayload
}

/**
 * Far marks, where the answer does not contain all holidays found. There are none while a filter hides
 * holidays, because filters look only through the holidays of the answer. `failed`: the last marks
 * could not be loaded, so the map shows the holidays of the answer.
 */
export function useFarMarks(rows: readonly Result[]) {
  const dispatch = useAppDispatch()
  const { count, results } = useSelector(selectResultsState)
  const request = useShownRequest()
  const [failed, setFailed] = useState<SearchQuery>()
  const hidden = rows.length < results.length
  const needsMarks = count > results.length && results.length > 0 && !hidden
  const marks = useMemo((): FarMarks | undefined => {
    if (!needsMarks || !request) return undefined
    return async (box: Box, zoom: number) => {
      const query = { ...request, view: boxToText(box), zoom }
      const answer = await dispatch(mapMarksCall.run(query))
      if (answer.ok) setFailed(undefined)
      else if (answer.error.status !== -1) setFailed(request)
      return answer.ok ? answer.data.marks.map(markOf) : undefined
    }
  }, [dispatch, needsMarks, request])
  return { marks, request, failed: marks !== undefined && failed === request }
}

function markOf(
  { lat, lon, parkId, name, count, price }: MapMarks['marks'][number],
  first: number,
) {
  const mark: Mark = {
    // What the mark shows and where, so that two different marks never have the same key.
    key: [parkId, count, price, lat, lon].join(' '),
    lat: Number(lat),
    lon: Number(lon),
    price: toPence(price) ?? Number.POSITIVE_INFINITY,
    count,
    first,
  }
  return count === 1 ? { ...mark, id: parkId, name } : mark
}

/** A holiday chosen on the map, and the request whose results were shown then. */
export interface Chosen {
  id: string
  request: SearchQuery | undefined
}

/**
 * The holiday that is open on the map: the chosen one, if it is in the list or is a far one. Its row
 * stays while another search runs, until it is known whether that search has found it too. `problem`
 * says why a far holiday has no row: it is 'gone', or the request 'failed'.
 */
export function useOpenRow(
  rows: readonly Result[],
  chosen: Chosen | undefined,
  close: () => void,
  { marks, request }: ReturnType<typeof useFarMarks>,
) {
  const awaitsResults = useAwaitsResults()
  const [last, setLast] = useState<Result>()
  const lastRow = last?.parkId === chosen?.id ? last : undefined
  const listed = rows.find(({ parkId }) => parkId === chosen?.id)
  const mayBeFound = chosen?.request === request || (lastRow && mayFind(request, lastRow))
  const farId = !listed && marks && mayBeFound ? chosen?.id : undefined
  const { far, retry } = useFarRow(farId, request, chosen?.request, close)
  const loading = farId !== undefined && !far
  const row = listed ?? far?.row ?? (awaitsResults || loading ? lastRow : undefined)
  if (last !== (row ?? lastRow)) setLast(row ?? lastRow)
  const problem = far && !far.row ? (far.gone ? 'gone' : 'failed') : undefined
  return { id: row?.parkId ?? farId, row, problem, retry } as const
}

/**
 * The server's answer for a far holiday. The holiday was opened in the results of the request
 * `openedIn`. If that is another request than this one, and this one does not find the holiday, its
 * card is closed.
 */
function useFarRow(
  id: string | undefined,
  request: SearchQuery | undefined,
  openedIn: SearchQuery | undefined,
  close: () => void,
) {
  const dispatch = useAppDispatch()
  const [found, setFound] = useState<Chosen & { row?: Result; gone: boolean }>()
  const [attempt, setAttempt] = useState(0)
  const notFound = useEffectEvent(() => {
    if (openedIn !== request) close()
  })
  useEffect(() => {
    if (id === undefined || !request) return undefined
    let cancelled = false
    void dispatch(farRowCall.run({ ...request, park: id })).then((answer) => {
      if (cancelled || (!answer.ok && answer.error.status === -1)) return
      // A busy server answers without rows and asks to wait.
      const searched = answer.ok && !answer.data.wait
      const row = searched ? answer.data.results?.[0] : undefined
      const gone = searched && !row
      setFound({ id, request, row, gone })
      if (gone) notFound()
    })
    return () => {
      cancelled = true
    }
  }, [dispatch, id, request, attempt])
  return {
    far: id !== undefined && found?.id === id && found.request === request ? found : undefined,
    retry: () => {
      setFound(undefined)
      setAttempt((count) => count + 1)
    },
  }
}

/** Whether a search may find the holiday of a row that an earlier one has found. */
function mayFind(request: SearchQuery | undefined, { channel, regn }: Result): boolean {
  if (!request || request.channel !== channel) return false
  return Boolean(request.box ?? request.near) || [ALL_REGIONS, regn].includes(request.region ?? '')
}

/** Whether the results of the current search are still to come: they are not known, and it has not failed. */
function useAwaitsResults(): boolean {
  const results = useSelector(selectResultsState)
  const search = useRequest(searchCall.idOf({}))
  const poll = useRequest(pollCall.idOf({ searchId: '' }))
  return !isFound(results) && !results.gaveUp && !search.error && !poll.error
}
