// A search may find more holidays than its answer contains. The map then shows the marks that the
// server makes of all of them, and asks for the row of one that is opened.
import { useEffect, useMemo, useState } from 'react'
import { useSelector } from 'react-redux'
import { defineCall, useAppDispatch } from '../../api'
import type { MapMarks, MapMarksQuery, Result, Search, SearchQuery } from '../../api/schema'
import { boxToText, type Box } from '../../rules/map-box'
import { toPence } from '../../rules/money'
import type { FarMarks, Mark } from '../map'
import { selectResultsState } from '../search'

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

/**
 * The marks of all holidays found, where the answer does not contain all of them. With filters,
 * which look only through the holidays of the answer, there are none.
 */
export function useFarMarks(rows: readonly Result[]): FarMarks | undefined {
  const dispatch = useAppDispatch()
  const { count, results, requestPayload } = useSelector(selectResultsState)
  const whole = count > results.length && rows.length === results.length
  return useMemo(() => {
    if (!whole || !requestPayload) return undefined
    return async (box: Box, zoom: number) => {
      const query = { ...requestPayload, view: boxToText(box), zoom }
      const answer = await dispatch(mapMarksCall.run(query))
      return answer.ok ? answer.data.marks.map(markOf) : undefined
    }
  }, [dispatch, whole, requestPayload])
}

function markOf(
  { lat, lon, parkId, name, count, price }: MapMarks['marks'][number],
  first: number,
) {
  const mark: Mark = {
    key: `${parkId} ${count}`,
    lat: Number(lat),
    lon: Number(lon),
    price: toPence(price) ?? Number.POSITIVE_INFINITY,
    count,
    first,
  }
  return count === 1 ? { ...mark, id: parkId, name } : mark
}

/** The row of the holiday that is open on the map, and how to load it again after a failure. */
export function useOpenRow(rows: readonly Result[], selected: string | undefined) {
  const dispatch = useAppDispatch()
  const { requestPayload } = useSelector(selectResultsState)
  const [far, setFar] = useState<{ id: string; row?: Result }>()
  const listed = rows.find(({ parkId }) => parkId === selected)
  const missing = selected !== undefined && !listed ? selected : undefined
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (missing === undefined || !requestPayload) return
    void dispatch(farRowCall.run({ ...requestPayload, park: missing })).then((answer) => {
      if (answer.ok) setFar({ id: missing, row: answer.data.results[0] })
      else if (answer.error.status !== -1) setFar({ id: missing })
    })
  }, [dispatch, missing, requestPayload, attempt])
  const found = missing !== undefined && far?.id === missing ? far : undefined
  return {
    row: listed ?? found?.row,
    failed: found !== undefined && !found.row,
    retry: () => {
      setFar(undefined)
      setAttempt((before) => before + 1)
    },
  }
}
