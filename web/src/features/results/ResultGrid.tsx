import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { shallowEqual, useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import type { Result } from '../../api/schema'
import { Button } from '../../ui'
import { useEntryState } from '../page'
import {
  parkCardsCall,
  selectFilterList,
  selectResultsState,
  selectSearchQuery,
  type SearchRoot,
} from '../search'
import { AffiliateModal } from './AffiliateModal'
import { ResultCard } from './ResultCard'
import { useScrollMemory } from './useScrollMemory'

/** Cards drawn at first, and added by 'Show more': whole rows of two and of three. A search brings as many with it. */
const PAGE = 18

/** How much of which search is shown. */
interface Shown {
  query: string
  pages: number
}

/** The cards of the results: one a row on a phone, two from md, three beside the filters. */
export function ResultGrid({ rows }: { rows: readonly Result[] }) {
  const [affiliate, setAffiliate] = useState<Result>()
  const list = useRef<HTMLUListElement>(null)
  const query = useSelector(selectSearchQuery)
  const [shown, setShown] = useEntryState<Shown>('results')
  const { Filters } = useSelector(selectFilterList)
  const features = useMemo(() => new Map(Filters.map(({ id, name }) => [id, name])), [Filters])
  const chunks = useMemo(() => chunked(rows, PAGE), [rows])
  const showAffiliate = useCallback((row: Result) => setAffiliate(row), [])
  const pages = shown?.query === query ? shown.pages : 1
  const drawn = Math.min(rows.length, pages * PAGE)
  useScrollMemory()

  // The keyboard goes on at the first of the cards that a press has added.
  const from = useRef<number>(undefined)
  useEffect(() => {
    if (from.current === undefined) return
    list.current?.children[from.current]?.querySelector('a')?.focus()
    from.current = undefined
  }, [drawn])

  return (
    <>
      <ul ref={list} className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:gap-5 xl:grid-cols-3">
        {chunks.slice(0, pages).map((chunk, index) => (
          <Chunk
            key={chunk[0]?.parkId}
            rows={chunk}
            features={features}
            first={index === 0}
            onAffiliate={showAffiliate}
          />
        ))}
      </ul>
      {drawn < rows.length ? (
        <div className="mt-7 flex flex-col items-center gap-3">
          <p className="text-muted">
            {drawn} of {rows.length} shown
          </p>
          <Button
            variant="secondary"
            size="lg"
            onClick={() => {
              from.current = drawn
              setShown({ query, pages: pages + 1 })
            }}
          >
            Show {Math.min(PAGE, rows.length - drawn)} more
          </Button>
        </div>
      ) : null}
      <AffiliateModal park={affiliate} onClose={() => setAffiliate(undefined)} />
    </>
  )
}

/** A page of cards; it fetches what is missing of them, and is not drawn again when others are added. */
const Chunk = memo(function Chunk({
  rows,
  features,
  first,
  onAffiliate,
}: {
  rows: readonly Result[]
  features: ReadonlyMap<number, string>
  first: boolean
  onAffiliate: (row: Result) => void
}) {
  const dispatch = useAppDispatch()
  // These rows' cards alone: the arrival of others draws nothing again.
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
