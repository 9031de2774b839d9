import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { shallowEqual, useDispatch, useSelector } from 'react-redux'
import type { Result } from '../../api/schema'
import { parkCardsCall, selectFilterList, selectResultsState, type SearchRoot } from '../search'
import { AffiliateModal } from './AffiliateModal'
import { ResultCard } from './ResultCard'

/** Rows drawn at a time; the next come as the end of the list comes near. */
const PAGE = 12
/** How far below the view the next rows are made ready. */
const AHEAD = '1200px'

/** The cards of the results: one a row on a phone, two from md, three beside the filters. */
export function ResultGrid({ rows, query }: { rows: readonly Result[]; query: string }) {
  const [pages, setPages] = useState(1)
  const [affiliate, setAffiliate] = useState<Result>()
  const end = useRef<HTMLDivElement>(null)
  const { Filters } = useSelector(selectFilterList)
  const features = useMemo(() => new Map(Filters.map(({ id, name }) => [id, name])), [Filters])
  const chunks = useMemo(() => chunked(rows, PAGE), [rows])
  const showAffiliate = useCallback((row: Result) => setAffiliate(row), [])
  const drawn = typeof IntersectionObserver === 'undefined' ? chunks.length : pages
  const more = drawn < chunks.length

  // Other rows begin anew at the top.
  const [before, setBefore] = useState(rows)
  if (before !== rows) {
    setBefore(rows)
    setPages(1)
  }

  useEffect(() => {
    const element = end.current
    if (!more || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setPages((count) => count + 1)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [more, pages])

  return (
    <>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:gap-5 xl:grid-cols-3">
        {chunks.slice(0, drawn).map((chunk, index) => (
          <Chunk
            key={chunk[0]?.parkId}
            rows={chunk}
            features={features}
            query={query}
            first={index === 0}
            onAffiliate={showAffiliate}
          />
        ))}
      </ul>
      <div ref={end} className="h-px" />
      <AffiliateModal park={affiliate} onClose={() => setAffiliate(undefined)} />
    </>
  )
}

/** A page of cards; it fetches what is missing of them, and is not drawn again when others are added. */
const Chunk = memo(function Chunk({
  rows,
  features,
  query,
  first,
  onAffiliate,
}: {
  rows: readonly Result[]
  features: ReadonlyMap<number, string>
  query: string
  first: boolean
  onAffiliate: (row: Result) => void
}) {
  const dispatch = useDispatch<ThunkDispatch<SearchRoot, unknown, UnknownAction>>()
  // These rows' cards alone: the arrival of others draws nothing anew.
  const cards = useSelector(
    (state: SearchRoot) => rows.map(({ parkId }) => selectResultsState(state).cards[parkId]),
    shallowEqual,
  )
  const missing = rows.filter((_, index) => !cards[index]).map(({ parkId }) => parkId)
  const wanted = missing.join(',')

  useEffect(() => {
    if (wanted) void dispatch(parkCardsCall.run({ parkIds: wanted.split(',') }))
  }, [dispatch, wanted])

  return rows.map((row, index) => (
    <li key={row.parkId} className="[contain-intrinsic-size:auto_500px] [content-visibility:auto]">
      <ResultCard
        row={row}
        card={cards[index]}
        features={features}
        query={query}
        eager={first && index < 3}
        onAffiliate={onAffiliate}
      />
    </li>
  ))
})

function chunked<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
