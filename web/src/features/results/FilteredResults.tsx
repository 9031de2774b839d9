import { useRef, useState, type RefObject } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { RESULT_SORTS, sortLabel, type ResultSort } from '../../rules/result-sorts'
import { BareSelect, LazyPart } from '../../ui'
import { track } from '../analytics'
import { selectFilters, selectNear, selectShownResults, setResultsSort } from '../search'
import { ActiveFilterBar, FilterSheet, useFilterList } from './FilterBar'
import { useFoundTexts } from './found-texts'
import { FiltersBeside } from './lazy-filters'
import { isFew, MoreHolidays } from './lazy-suggestions'
import { ListFrame, ListSkeleton } from './ListFrame'
import { ResultGrid } from './ResultGrid'
import { SearchOutcome } from './SearchOutcome'
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
      <ListFrame
        heading={renderHeading(texts)}
        sort={<SortSelect />}
        filters={
          <aside aria-label="Filters" className="relative hidden lg:block">
            <SkipToResults to={list} />
            <FiltersBeside />
          </aside>
        }
      >
        <section ref={list} tabIndex={-1} aria-label="Holidays" className="min-w-0">
          <ActiveFilterBar onOpen={() => setSheetOpen(true)} />
          <SearchOutcome skeleton={<ListSkeleton />}>
            <ResultGrid rows={rows} />
            {isFew(rows.length) ? (
              <LazyPart>
                <MoreHolidays />
              </LazyPart>
            ) : null}
          </SearchOutcome>
        </section>
      </ListFrame>
      <FilterSheet open={sheetOpen} onClose={() => setSheetOpen(false)} shown={rows.length} />
    </>
  )
}

/** A button that moves the keyboard focus past the filters. */
function SkipToResults({ to }: { to: RefObject<HTMLElement | null> }) {
  return (
    <button type="button" onClick={() => to.current?.focus()} className="skip-link sr-only">
      Skip to the results
    </button>
  )
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
