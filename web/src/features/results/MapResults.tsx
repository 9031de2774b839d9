import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSelector, useStore } from 'react-redux'
import { useLocation, useNavigate } from '../../router'
import { useAppDispatch } from '../../api'
import type { Result } from '../../api/schema'
import { mapPosition } from '../../rules/map-position'
import { nearToSend } from '../../rules/near'
import { groupThousands, toPence } from '../../rules/money'
import { plural } from '../../rules/plural'
import { AppLink, Notice, Skeleton } from '../../ui'
import { ArrowLeftIcon, CloseIcon } from '../../ui/icons'
import { selectMapTiles } from '../catalogue'
import { MapFrame, type FarMarks, type Pin } from '../map'
import {
  boxChosen,
  isFound,
  parkCardsCall,
  type SearchRoot,
  selectCriteria,
  selectForm,
  selectResultsState,
  selectSearchPath,
  selectShownResults,
  useSearchLinks,
} from '../search'
import { useFarMarks, useOpenRow, type Chosen } from './far-marks'
import { LazyAffiliateModal } from './LazyAffiliateModal'
import { ActiveFilterBar, FilterSheet, useFilterList } from './FilterBar'
import { useFoundTexts } from './found-texts'
import { HolidayFacts, MapRow } from './MapRow'
import { CardLinks } from './ResultCard'
import { ResultGrid } from './ResultGrid'
import { SearchOutcome } from './SearchOutcome'
import { LazyStayQuery } from './stay-query'
import { useDeferredSelector } from './useDeferredSelector'
import { ViewToggle } from './ViewToggle'

/**
 * The results on the map. From lg on, the list is beside the map. Below lg, the map fills the
 * screen, and the list is below it.
 */
export function MapResults({
  renderHeading,
}: {
  renderHeading: (texts: string[]) => React.ReactNode
}) {
  const rows = useDeferredSelector(selectShownResults)
  const [sheet, setSheet] = useState(false)
  const [chosen, setChosen] = useState<Chosen>()
  const [pointed, setPointed] = useState<string>()
  const texts = useFoundTexts()
  useFilterList()
  const far = useFarMarks(rows)
  const open = useOpenRow(rows, chosen, () => setChosen(undefined), far)
  const besideMap = useMemo(
    () => ({ Row: MapRow, selected: open.id, onPoint: setPointed }),
    [open.id],
  )

  return (
    <div className="lg:grid lg:grid-cols-[minmax(400px,560px)_minmax(0,1fr)]">
      <div className="px-gutter pt-4 lg:col-start-1 lg:[&_h1]:text-section">
        {renderHeading(texts)}
      </div>
      <div className="max-lg:sticky max-lg:top-(--sticky) max-lg:z-10 max-lg:-mb-[60px] px-gutter max-lg:pt-2 lg:col-start-1 lg:pt-3">
        <ActiveFilterBar onOpen={() => setSheet(true)} beside={false} className="" />
      </div>
      <ResultsMap
        rows={rows}
        far={far.marks}
        open={open}
        pointed={pointed}
        onSelect={(id) => setChosen(id === undefined ? undefined : { id, request: far.request })}
      />
      <section
        aria-label="Holidays"
        className="px-gutter py-4 lg:col-start-1 lg:row-start-3 lg:min-h-[60dvh]"
      >
        <SearchOutcome skeleton={<RowSkeletons />}>
          <OffTheMap rows={rows} allMarked={!far.failed} />
          <ResultGrid rows={rows} besideMap={besideMap} />
        </SearchOutcome>
      </section>
      <FilterSheet open={sheet} onClose={() => setSheet(false)} shown={rows.length} />
    </div>
  )
}

function ResultsMap({
  rows,
  far,
  open,
  pointed,
  onSelect,
}: {
  rows: readonly Result[]
  far: FarMarks | undefined
  open: ReturnType<typeof useOpenRow>
  pointed: string | undefined
  onSelect: (id: string | undefined) => void
}) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const store = useStore<SearchRoot>()
  const tiles = useSelector(selectMapTiles)
  const { box } = useSelector(selectForm)
  const placeKey = useShownPlaceKey()
  const pins = useMemo(() => pinsOf(rows), [rows])
  const frame = useRef<HTMLDivElement>(null)
  const [focusCard, setFocusCard] = useState(false)

  // On a narrow screen the map begins below the title, so scroll until all of it is in view.
  useEffect(() => {
    const top = frame.current?.getBoundingClientRect().top ?? 0
    if (window.innerWidth < 992 && window.scrollY === 0 && top > 0) frame.current?.scrollIntoView()
  }, [])

  const searchArea = (area: string) => {
    dispatch(boxChosen(area))
    navigate(selectSearchPath(store.getState()), { state: { keepScroll: true } })
  }
  return (
    <div
      ref={frame}
      className="-scroll-mt-4 max-lg:relative max-lg:isolate lg:sticky lg:top-(--sticky) lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:h-[calc(100dvh-var(--sticky))]"
    >
      {/* Before the map: Tab comes to it first, not after a hundred marks. */}
      <BackToList />
      <MapFrame
        label="Map of the holidays"
        pins={pins}
        far={far}
        tiles={tiles}
        area={box}
        placeKey={placeKey}
        selected={open.id}
        pointed={pointed}
        onSelect={(id, byKey) => {
          onSelect(id)
          setFocusCard(byKey)
        }}
        onSearchArea={searchArea}
        className="h-[calc(100dvh-var(--search-summary))] lg:h-full"
      >
        <div className="pointer-events-none absolute inset-x-3 bottom-8 z-[1000] flex flex-col items-end gap-3 lg:top-20 lg:bottom-auto lg:left-4 lg:w-[420px]">
          <ViewToggle onMap className="pointer-events-auto lg:hidden" />
          {open.row ? (
            <OpenCard row={open.row} focus={focusCard} onClose={() => onSelect(undefined)} />
          ) : null}
          {open.problem ? <NotOpened problem={open.problem} onRetry={open.retry} /> : null}
        </div>
      </MapFrame>
    </div>
  )
}

/** On a narrow screen, where the map fills it, leads back to the list, as the toggle does. */
function BackToList() {
  const { pathname } = useLocation()
  const criteria = useSelector(selectCriteria)
  const { queryOf } = useSearchLinks()
  return (
    <AppLink
      href={`${pathname}?${queryOf({ ...criteria, view: undefined })}`}
      aria-label="Back to the list"
      className="absolute left-4 top-[76px] z-10 inline-flex size-12 items-center justify-center rounded-full bg-surface text-ink shadow-float lg:hidden"
    >
      <ArrowLeftIcon size={22} aria-hidden="true" />
    </AppLink>
  )
}

/** Says why the holiday that was pressed on the map has no card. */
function NotOpened({ problem, onRetry }: { problem: 'gone' | 'failed'; onRetry: () => void }) {
  return (
    <div className="pointer-events-auto w-full">
      <Notice kind="danger" live>
        {problem === 'gone' ? (
          'The holiday is no longer available.'
        ) : (
          <p>
            The holiday could not be loaded.{' '}
            <button type="button" onClick={onRetry} className="font-semibold underline">
              Try again
            </button>
          </p>
        )}
      </Notice>
    </div>
  )
}

/** The card of the holiday that is selected on the map. */
function OpenCard({ row, focus, onClose }: { row: Result; focus: boolean; onClose: () => void }) {
  const dispatch = useAppDispatch()
  const card = useSelector((state: SearchRoot) => selectResultsState(state).cards[row.parkId])
  const [affiliate, setAffiliate] = useState<Result>()
  const heading = useRef<HTMLHeadingElement>(null)
  const missing = !card

  useEffect(() => {
    if (missing) void dispatch(parkCardsCall.run({ parkIds: [row.parkId], channel: row.channel }))
  }, [dispatch, missing, row.parkId, row.channel])
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus, row.parkId])
  const closeOnEscape = useCallback(
    (event: React.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      document.querySelector<HTMLElement>('.map-pin[aria-pressed="true"]')?.focus()
      onClose()
    },
    [onClose],
  )

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      data-map-card
      aria-label={`On the map: ${row.name}`}
      onKeyDown={closeOnEscape}
      className="card pointer-events-auto relative w-full shadow-float"
    >
      <HolidayFacts row={row} card={card} className="pr-10">
        <h2
          ref={heading}
          tabIndex={-1}
          className="display mt-0.5 line-clamp-2 text-h4/6 break-words"
        >
          {row.name}
        </h2>
      </HolidayFacts>
      <div className="px-2.5 pb-2.5 [&>div]:mt-0">
        <LazyStayQuery>
          <CardLinks row={row} slug={card?.slug} onAffiliate={setAffiliate} />
        </LazyStayQuery>
      </div>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="absolute right-1 top-1 inline-flex size-11 items-center justify-center rounded-full bg-surface"
      >
        <CloseIcon size={22} aria-hidden="true" />
      </button>
      <LazyAffiliateModal park={affiliate} onClose={() => setAffiliate(undefined)} />
    </article>
  )
}

/**
 * Says how many holidays are in the list but not on the map, and how many are not in the list.
 * `allMarked`: the map also has the marks of the holidays that are not in the list.
 */
function OffTheMap({ rows, allMarked }: { rows: readonly Result[]; allMarked: boolean }) {
  const { count, results } = useSelector(selectResultsState)
  const unplaced = rows.filter((row) => !mapPosition(row)).length
  const filtered = rows.length < results.length
  const first = `the first ${groupThousands(results.length)} of ${groupThousands(count)}`
  return (
    <div className="mb-3 flex flex-col gap-1 text-small text-muted empty:hidden">
      {count > results.length ? (
        <p>{`${
          filtered
            ? `The filters have looked through ${first} holidays.`
            : allMarked
              ? `The map shows all holidays, the list ${first}.`
              : `Map and list show ${first} holidays.`
        } Zoom in and press ‘Search this area’ for the others.`}</p>
      ) : null}
      {unplaced > 0 ? (
        <p>{`${plural(unplaced, 'holiday')} of the list ${unplaced === 1 ? 'is' : 'are'} not on the map, because ${unplaced === 1 ? 'its position is' : 'their positions are'} not known.`}</p>
      ) : null}
    </div>
  )
}

function RowSkeletons() {
  return (
    <div className="flex flex-col gap-3">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-[150px] rounded-card" />
      ))}
    </div>
  )
}

/** The results that have a position, in the order of the list. */
function pinsOf(rows: readonly Result[]): Pin[] {
  return rows.flatMap((row) => {
    const position = mapPosition(row)
    const price = toPence(row.price)
    return position && price !== undefined
      ? [{ id: row.parkId, name: row.name, price, ...position }]
      : []
  })
}

/**
 * A key of the place whose results are shown, or were shown last; '' without results. The map moves
 * when the key changes, but not when dates or filters change.
 */
function useShownPlaceKey(): string {
  const current = useSelector(selectResultsPlaceKey)
  const [placeKey, setPlaceKey] = useState(current ?? '')
  if (current === undefined || current === placeKey) return placeKey
  setPlaceKey(current)
  return current
}

/** The key of the place of the current results; undefined while a search runs. */
function selectResultsPlaceKey(state: SearchRoot): string | undefined {
  const found = selectResultsState(state)
  if (!isFound(found)) return undefined
  const { params, results } = found
  if (!params || results.length === 0) return ''
  const { channelId, regionId, parkId, box, near } = params
  return [channelId, regionId, parkId, box, nearToSend(near)].join('|')
}
