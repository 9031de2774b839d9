import { memo, useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { shallowEqual, useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { useAppDispatch } from '../../api'
import type { ParkCard, Result } from '../../api/schema'
import { chunked } from '../../rules/chunked'
import { groupThousands } from '../../rules/money'
import { Button, ButtonLink } from '../../ui'
import { useEntryState, selectServerRendered } from '../page'
import {
  parkCardsCall,
  selectFilterList,
  selectResultRefinements,
  selectResultsState,
  selectSearchQuery,
  type SearchRoot,
} from '../search'
import { LazyAffiliateModal } from './LazyAffiliateModal'
import { ResultCard } from './ResultCard'
import { PAGE, pageAddress, pageInQuery } from './pages-of-results'
import { LazyStayQuery } from './stay-query'
import { useScrollMemory } from './useScrollMemory'

/** The search, and how many pages of its cards are shown. */
interface Shown {
  query: string
  pages: number
}

/** What a row beside the map is given. */
export interface MapRowProps {
  row: Result
  card: ParkCard | undefined
  /** The park whose card is open on the map. */
  selected: string | undefined
  /** Called when the pointer or the focus enters a row, or leaves all rows. */
  onPoint: (parkId: string | undefined) => void
}

/** The list beside the map. The map's chunk passes the row, so that the list does without it. */
export interface BesideMap extends Pick<MapRowProps, 'selected' | 'onPoint'> {
  Row: ComponentType<MapRowProps>
}

/**
 * The cards of the results: one per row on a phone, two from md on, three beside the filters; or
 * rows beside the map.
 */
export const ResultGrid = memo(function ResultGrid({
  rows,
  besideMap,
}: {
  rows: readonly Result[]
  besideMap?: BesideMap
}) {
  const [affiliate, setAffiliate] = useState<Result>()
  const list = useRef<HTMLUListElement>(null)
  const query = useSelector(selectSearchQuery)
  const refinements = useSelector(selectResultRefinements)
  const [shown, setShown] = useEntryState<Shown>('results')
  const { Filters } = useSelector(selectFilterList)
  const features = useMemo(() => new Map(Filters.map(({ id, name }) => [id, name])), [Filters])
  const chunks = useMemo(() => chunked(rows, PAGE), [rows])
  const showAffiliate = useCallback((row: Result) => setAffiliate(row), [])
  const pages = shown?.query === query ? shown.pages : 1
  const firstPage = Math.min(pageInQuery(useLocation().search), chunks.length)
  const firstIndex = (firstPage - 1) * PAGE
  const endIndex = Math.min(rows.length, firstIndex + pages * PAGE)
  useScrollMemory()

  // The index of the first card that the button added. It gets the keyboard focus.
  const indexToFocus = useRef<number>(undefined)
  useEffect(() => {
    if (indexToFocus.current === undefined) return
    list.current?.children[indexToFocus.current]?.querySelector('a')?.focus()
    indexToFocus.current = undefined
  }, [endIndex])

  return (
    <>
      {firstPage > 1 ? (
        <div className="mb-5 flex justify-center">
          <ButtonLink
            variant="secondary"
            size="lg"
            href={pageAddress(query + refinements, firstPage - 1)}
          >{`Show the ${PAGE} before`}</ButtonLink>
        </div>
      ) : null}
      <ul
        ref={list}
        className={
          besideMap
            ? 'flex flex-col gap-3'
            : 'grid grid-cols-1 gap-4 md:grid-cols-2 lg:gap-5 xl:grid-cols-3'
        }
      >
        <LazyStayQuery>
          {chunks.slice(firstPage - 1, firstPage - 1 + pages).map((chunk, index) => (
            <CardPage
              key={chunk[0]?.parkId}
              rows={chunk}
              features={features}
              isFirst={index === 0}
              besideMap={besideMap}
              onAffiliate={showAffiliate}
            />
          ))}
        </LazyStayQuery>
      </ul>
      {endIndex < rows.length ? (
        <div className="mt-7 flex flex-col items-center gap-3">
          <p className="text-muted">{`${
            firstIndex > 0
              ? `${groupThousands(firstIndex + 1)} to ${groupThousands(endIndex)}`
              : groupThousands(endIndex)
          } of ${groupThousands(rows.length)} shown`}</p>
          <ShowMore
            count={Math.min(PAGE, rows.length - endIndex)}
            href={pageAddress(query + refinements, firstPage + pages)}
            onShow={() => {
              indexToFocus.current = endIndex - firstIndex
              setShown({ query, pages: pages + 1 })
            }}
          />
        </div>
      ) : null}
      <LazyAffiliateModal park={affiliate} onClose={() => setAffiliate(undefined)} />
    </>
  )
})

/** Shows more cards. Before the script has loaded, it is a link to a page with the next cards. */
function ShowMore({ count, href, onShow }: { count: number; href: string; onShow: () => void }) {
  const serverRendered = useSelector(selectServerRendered)
  const look = { variant: 'secondary', size: 'lg' } as const
  return serverRendered ? (
    <ButtonLink {...look} href={href}>{`Show ${count} more`}</ButtonLink>
  ) : (
    <Button {...look} onClick={onShow}>{`Show ${count} more`}</Button>
  )
}

/**
 * One page of cards. It loads the card data that is missing, and is not rendered again when other
 * pages are added.
 */
const CardPage = memo(function CardPage({
  rows,
  features,
  isFirst,
  besideMap,
  onAffiliate,
}: {
  rows: readonly Result[]
  features: ReadonlyMap<number, string>
  isFirst: boolean
  besideMap: BesideMap | undefined
  onAffiliate: (row: Result) => void
}) {
  const dispatch = useAppDispatch()
  // Selects only the cards of these rows, so that the arrival of other cards does not cause a
  // render.
  const cards = useSelector(
    (state: SearchRoot) => rows.map(({ parkId }) => selectResultsState(state).cards[parkId]),
    shallowEqual,
  )
  const missing = rows.filter((_, index) => !cards[index]).map(({ parkId }) => parkId)
  const missingIds = missing.join(',')
  const channel = rows[0]?.channel

  useEffect(() => {
    if (missingIds) void dispatch(parkCardsCall.run({ parkIds: missingIds.split(','), channel }))
  }, [dispatch, missingIds, channel])

  if (besideMap) {
    const { Row, ...map } = besideMap
    return rows.map((row, index) => <Row key={row.parkId} row={row} card={cards[index]} {...map} />)
  }
  return rows.map((row, index) => (
    <li key={row.parkId} className="[contain-intrinsic-size:auto_500px] [content-visibility:auto]">
      <ResultCard
        row={row}
        card={cards[index]}
        features={features}
        eager={isFirst && index < 3}
        largest={isFirst && index === 0}
        onAffiliate={onAffiliate}
      />
    </li>
  ))
})
