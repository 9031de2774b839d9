import { SlidersHorizontal as SlidersIcon } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useSelector } from 'react-redux'
import {
  errorMessages,
  loadErrorText,
  useRequest,
  type RequestError,
  useAppDispatch,
} from '../../api'
import { RESULT_SORTS, sortLabel, type ResultSort } from '../../rules/filters'
import { groupThousands } from '../../rules/money'
import { plural } from '../../rules/plural'
import { whenText } from '../../rules/when'
import { BareSelect, Button, Chip, classes, LazyPart, LoadingError, Modal } from '../../ui'
import { track } from '../analytics'
import { SceneCard } from '../page'
import {
  filtersCall,
  pollCall,
  searchCall,
  selectBox,
  selectFilterList,
  selectFilters,
  selectNear,
  selectOfferDates,
  selectOfferedResults,
  selectResultsState,
  selectShownResults,
  setResultsSort,
  startSearch,
} from '../search'
import { FilterChips, useActiveFilters, useClearFilters } from './ActiveFilters'
import { FilterPanel } from './FilterPanel'
import { LOAD_ERROR } from './load-error'
import { isFew, MoreHolidays, NoResults } from './lazy-parts'
import { ResultCardSkeleton } from './ResultCard'
import { ResultGrid } from './ResultGrid'
import { useDeferredSelector } from './useDeferredSelector'

/** The results with their filters, in each state of the search. */
export function FilteredResults({
  renderHeading,
}: {
  /** Renders the heading with the texts of `useFoundTexts`. */
  renderHeading: (texts: string[]) => React.ReactNode
}) {
  const rows = useDeferredSelector(selectShownResults)
  const [sheetOpen, setSheetOpen] = useState(false)
  const list = useRef<HTMLElement>(null)
  useFilterList()
  const texts = useFoundTexts()

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        {renderHeading(texts)}
        <div className="hidden lg:block">
          <SortSelect />
        </div>
      </div>
      <div className="mt-5 grid gap-x-7 lg:grid-cols-[256px_minmax(0,1fr)]">
        <aside aria-label="Filters" className="relative hidden lg:block">
          <SkipToResults to={list} />
          <FilterPanel />
        </aside>
        <section ref={list} tabIndex={-1} aria-label="Holidays" className="min-w-0">
          <ActiveFilterBar onOpen={() => setSheetOpen(true)} />
          <SearchOutcome
            skeleton={
              <div className="grid gap-4 md:grid-cols-2 lg:gap-5 xl:grid-cols-3">
                {Array.from({ length: 6 }, (_, index) => (
                  <ResultCardSkeleton key={index} />
                ))}
              </div>
            }
          >
            <ResultGrid rows={rows} />
            {isFew(rows.length) ? (
              <LazyPart>
                <MoreHolidays />
              </LazyPart>
            ) : null}
          </SearchOutcome>
        </section>
      </div>
      <FilterSheet open={sheetOpen} onClose={() => setSheetOpen(false)} shown={rows.length} />
    </>
  )
}

/**
 * The result of the search: the list, a skeleton while it loads, an error, or a message that
 * nothing was found.
 */
export function SearchOutcome({
  skeleton,
  children,
}: {
  skeleton: React.ReactNode
  /** The results. */
  children: React.ReactNode
}) {
  const dispatch = useAppDispatch()
  const state = useSelector(selectResultsState)
  const rows = useDeferredSelector(selectShownResults)
  const offered = useDeferredSelector(selectOfferedResults)
  const search = useRequest(searchCall.idOf({}))
  const poll = useRequest(pollCall.idOf({ searchId: '' }))
  const error = search.error ?? poll.error
  const fetching = search.fetching || state.isSearching || state.isWaiting
  const loaded = state.results.length > 0
  return (
    <LoadingError
      fetching={fetching || state.searchId === '0'}
      loaded={loaded}
      error={state.gaveUp ? LOAD_ERROR : searchErrorText(error)}
      onRetry={
        error?.status === 400 ? undefined : () => void dispatch(startSearch({ flex: state.flex }))
      }
      skeleton={skeleton}
    >
      {rows.length > 0 ? (
        children
      ) : (
        <SceneCard>
          <h2 className="display text-h3">{NOTHING}</h2>
          <LazyPart>
            <NoResults filtered={offered.length > 0} />
          </LazyPart>
        </SceneCard>
      )}
    </LoadingError>
  )
}

const NOTHING = 'No results. Please try adjusting your date, nights or location.'

/**
 * The active filters, and the buttons that open the filters where they are not beside the results.
 */
export function ActiveFilterBar({
  onOpen,
  beside = true,
  className = 'mb-3.5',
}: {
  onOpen: () => void
  /** From lg on, the filters are beside the results, so that no button is needed to open them. */
  beside?: boolean
  className?: string
}) {
  const count = useActiveFilters().length
  const hasArea = useSelector(selectBox) !== undefined
  const hiddenFromLg = beside ? 'lg:hidden' : undefined
  return (
    <div className={classes(className, count === 0 && !hasArea && hiddenFromLg)}>
      <FilterChips
        lead={
          <Chip chosen={count > 0} onClick={onOpen} className={hiddenFromLg}>
            <SlidersIcon size={18} aria-hidden="true" />
            <span>{count > 0 ? `Filters ${count}` : 'Filters'}</span>
          </Chip>
        }
        tail={
          <>
            <Chip onClick={onOpen} className={hiddenFromLg}>
              Price
            </Chip>
            <Chip onClick={onOpen} className={hiddenFromLg}>
              Sort
            </Chip>
          </>
        }
      />
    </div>
  )
}

/** Loads the lists of filters if the initial data did not contain them. */
export function useFilterList() {
  const dispatch = useAppDispatch()
  const missing = useSelector(selectFilterList).Filters.length === 0
  useEffect(() => {
    if (missing) void dispatch(filtersCall.run())
  }, [dispatch, missing])
}

/** A button that moves the keyboard focus past the filters. */
function SkipToResults({ to }: { to: RefObject<HTMLElement | null> }) {
  return (
    <button type="button" onClick={() => to.current?.focus()} className="skip-link sr-only">
      Skip to the results
    </button>
  )
}

/** The reason for a refused search; for any other failure, that loading failed. */
function searchErrorText(error: RequestError | undefined): string | undefined {
  return error?.status === 400 ? errorMessages(error).join('\n') : loadErrorText(error, LOAD_ERROR)
}

/**
 * Three texts: '86 Holidays found'; on which dates; and how many there are without the filters, with
 * the order of the list. A text is '' where there is nothing to say.
 */
export function useFoundTexts(): string[] {
  const { count, exactCount, alternativeCount, results, isWaiting, isSearching, searchId, params } =
    useSelector(selectResultsState)
  const offered = useDeferredSelector(selectOfferedResults)
  const shown = useDeferredSelector(selectShownResults)
  const near = useSelector(selectNear)
  const { resultsAppliedSort } = useSelector(selectFilters)
  const flexibleDates = whenText(params?.when)
  const isLimited = useSelector(selectOfferDates).size > 0
  const order = near && resultsAppliedSort === 'date' ? `Nearest to ${near.name} first` : ''
  if (isWaiting) return [`${groupThousands(count)} found so far…`, '', order]
  if (isSearching || searchId === '0') return ['', '', order]
  const filtered = shown.length < offered.length
  const limited = offered.length < results.length
  const counted = filtered || limited
  const exact = counted ? shown.filter((row) => row.exact).length : exactCount
  const other = counted ? shown.length - exact : alternativeCount
  const total = counted ? shown.length : count
  const all = limited ? offered.length : count
  return [
    `${plural(total, 'Holiday')} found`,
    flexibleDates
      ? `${flexibleDates}, each on its cheapest ${isLimited ? 'of your offer dates' : 'date'}`
      : datesText(exact, other),
    [filtered ? `${groupThousands(total)} of ${groupThousands(all)}` : '', order]
      .filter(Boolean)
      .join(' · '),
  ]
}

/** The text about the dates on which holidays were found. */
export function datesText(exact: number, alternative: number): string {
  const onDate = exact > 0 ? `${groupThousands(exact)} on your date` : ''
  if (alternative === 0) return onDate
  const others = `${groupThousands(alternative)} on alternative dates`
  return onDate ? `${onDate}, ${others}` : `No holidays on your date, showing ${others}`
}

function SortSelect() {
  const dispatch = useAppDispatch()
  const { resultsAppliedSort } = useSelector(selectFilters)
  const near = useSelector(selectNear)
  return (
    <label className="relative flex h-12 items-center gap-2.5 rounded-field border-[1.5px] border-field bg-surface pl-4 hover:border-ink">
      <span className="text-muted">Sort</span>
      <BareSelect
        value={resultsAppliedSort}
        onChange={(event) => {
          const sort = event.target.value as ResultSort
          dispatch(setResultsSort(sort))
          track('search_results_sorting', { sortBy: sort, page: 'results' })
        }}
        chevron="right-3"
        className="h-full rounded-field bg-transparent pr-10 font-semibold"
      >
        {RESULT_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {sortLabel(sort, near)}
          </option>
        ))}
      </BareSelect>
    </label>
  )
}

/** The dialog with the filters. `shown` is how many holidays pass them. */
export function FilterSheet({
  open,
  onClose,
  shown,
}: {
  open: boolean
  onClose: () => void
  shown: number
}) {
  const clear = useClearFilters()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Filters"
      foot={
        <div className="flex items-center gap-3">
          <Button variant="quiet" onClick={clear}>
            Reset
          </Button>
          <Button
            size="lg"
            className="flex-1"
            onClick={onClose}
          >{`Show ${shown} ${shown === 1 ? 'holiday' : 'holidays'}`}</Button>
        </div>
      }
    >
      <FilterPanel sheet />
    </Modal>
  )
}
