import { memo, useState, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import type { Filter } from '../../rules/filter-list'
import { type FilterCounts } from '../../rules/filters'
import { RESULT_SORTS, sortLabel, type ResultSort } from '../../rules/result-sorts'
import { Button, CheckOption, PriceRange, Stepper, classes } from '../../ui'
import { ChevronDownIcon } from '../../ui/icons'
import { track } from '../analytics'
import {
  addFilter,
  selectAllFilters,
  selectFilterCounts,
  selectFilterList,
  selectFilters,
  selectFilterUses,
  selectFormChannel,
  selectNear,
  selectRowsOfAnyPrice,
  selectSelectedOffers,
  setNumericFilter,
  setResultsSort,
  toggleFilter,
  toggleOffer,
  togglePets,
  updateMaxPrice,
  updateMinPrice,
} from '../search'
import { groupTitle, OFFERS_TITLE, useClearFilters } from './ActiveFilters'
import { useDeferredSelector } from './useDeferredSelector'

/** How many options of a group are shown before 'Show n more'. */
const SHOWN_OPTIONS = 8

/**
 * The filters of the results: beside the results from lg on, in a dialog (`sheet`) on smaller
 * screens.
 */
export function FilterPanel({ sheet = false }: { sheet?: boolean }) {
  const dispatch = useAppDispatch()
  const state = useSelector(selectFilters)
  const channelId = useSelector(selectFormChannel)
  const clear = useClearFilters()
  const counts = useDeferredSelector(selectFilterCounts)
  const rows = useDeferredSelector(selectRowsOfAnyPrice)
  return (
    <div className={sheet ? 'pb-4' : 'card p-card'}>
      {sheet ? (
        <Group title="Sort" first>
          <SortChoice value={state.resultsAppliedSort} />
        </Group>
      ) : null}
      <Group title="Price for the stay" first={!sheet}>
        <PriceRange
          rows={rows}
          min={state.rangeSliderMin}
          max={state.rangeSliderMax}
          fields={sheet}
          onMin={(pounds) => dispatch(updateMinPrice(pounds))}
          onMax={(pounds) => dispatch(updateMaxPrice(pounds))}
          onCommit={(end) => track(`parks_update_${end}_price`)}
        />
      </Group>
      {channelId === 'eurocaravan' ? null : (
        <Group title="Pets">
          <CheckOption
            label="Pet friendly"
            count={counts.pets}
            checked={state.petFriendlySelected}
            onToggle={() => {
              dispatch(togglePets())
              track('toggle_pet_friendly')
            }}
          />
        </Group>
      )}
      <FeatureGroups />
      <OfferGroup />
      {sheet ? null : (
        <div className="border-t border-line pt-3 text-center">
          <Button variant="quiet" onClick={clear}>
            Reset filters
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * The groups of filters, operators last. Open are at first those in which something is chosen, and,
 * once there are results, the first group with an option that some result has. Numeric filters are
 * steppers.
 */
function FeatureGroups() {
  const dispatch = useAppDispatch()
  const filters = useSelector(selectAllFilters)
  const { filterGroups, nFilters } = useSelector(selectFilterList)
  const { bFiltersStateArray, nFiltersStateArray } = useSelector(selectFilters)
  const counts = useDeferredSelector(selectFilterCounts)
  const uses = useSelector(selectFilterUses)
  const groups = Object.keys(filterGroups)
    .toSorted((a, b) => Number(a) - Number(b))
    .map((group) => ({ group, members: filters.filter((filter) => filter.group === group) }))
    .filter(({ members }) => members.length > 0)
  const isUsed = (filter: Filter) => filter.type === 'bFilt' && countOf(uses, filter) > 0
  const used = groups.find(({ members }) => members.some(isUsed))?.group
  const [opened, setOpened] = useState(used)
  if (opened === undefined && used) setOpened(used)
  const first = opened ?? groups[0]?.group
  return groups.map(({ group, members }) => {
    const options = members
      .filter(({ type }) => type === 'bFilt')
      .toSorted((a, b) => countOf(uses, b) - countOf(uses, a))
    const title = groupTitle(group, filterGroups)
    return (
      <FoldedGroup
        // A group keeps whether it is open, so the first one is a new group when it becomes first.
        key={group === first ? 'first' + group : group}
        title={title}
        open={group === first || options.some(({ id }) => bFiltersStateArray.includes(id))}
      >
        <Options>
          {options.map((filter) => (
            <FilterOption
              key={filter.id}
              filter={filter}
              title={title}
              count={countOf(counts, filter)}
              checked={bFiltersStateArray.includes(filter.id)}
            />
          ))}
        </Options>
        {members
          .filter(({ type }) => type === 'nFilt')
          .map((filter) => {
            const index = filter.id - nFilters[0]
            return (
              <Stepper
                key={filter.id}
                className="mt-2 gap-2! [&_input]:w-10 [&_label]:[font-stretch:88%]"
                label={filter.name}
                hint="At least"
                value={nFiltersStateArray[index] ?? 0}
                max={Math.max(...(filter.options ?? [10]))}
                onChange={(value) => {
                  dispatch(setNumericFilter({ index, value }))
                  track('search_results_filtering', {
                    filterBy: title,
                    toggle: value > 0,
                    value: filter.name,
                  })
                }}
              />
            )
          })}
      </FoldedGroup>
    )
  })
}

/** A boolean filter. It is memoised, so that a choice does not render all fifty of them. */
const FilterOption = memo(function FilterOption({
  filter: { id, name },
  title,
  count,
  checked,
}: {
  filter: Filter
  title: string
  count: number
  checked: boolean
}) {
  const dispatch = useAppDispatch()
  return (
    <CheckOption
      label={name}
      count={count}
      checked={checked}
      onToggle={() => {
        dispatch(checked ? toggleFilter(id) : addFilter(id))
        track('search_results_filtering', { filterBy: title, toggle: !checked, value: name })
      }}
    />
  )
})

/** How many results a boolean filter has. */
function countOf(counts: FilterCounts, { id, opId }: Filter): number {
  return opId === undefined ? counts.feature(id) : counts.operator(opId)
}

/** The offers that results have or the visitor has chosen. */
function OfferGroup() {
  const dispatch = useAppDispatch()
  const { offersData } = useSelector(selectFilterList)
  const selected = useSelector(selectSelectedOffers)
  const counts = useDeferredSelector(selectFilterCounts)
  const offers = offersData.filter(({ urn }) => selected.includes(urn) || counts.offer(urn) > 0)
  if (offers.length === 0) return null
  return (
    <FoldedGroup title={OFFERS_TITLE} open={selected.length > 0}>
      <Options>
        {offers.map(({ urn, offer }) => (
          <CheckOption
            key={urn}
            label={offer}
            count={counts.offer(urn)}
            checked={selected.includes(urn)}
            onToggle={() => {
              dispatch(toggleOffer(urn))
              track('search_results_filtering', {
                filterBy: OFFERS_TITLE,
                toggle: !selected.includes(urn),
                value: offer,
              })
            }}
          />
        ))}
      </Options>
    </FoldedGroup>
  )
}

/** A group that the visitor can open and close. `open` counts only at first. */
function FoldedGroup({
  title,
  open,
  children,
}: {
  title: string
  open: boolean
  children: ReactNode
}) {
  const [openAtFirst] = useState(open)
  return (
    <details open={openAtFirst} className="group border-t border-line">
      <summary className="flex min-h-13 list-none items-center justify-between text-value font-bold">
        <span>{title}</span>
        <ChevronDownIcon size={20} aria-hidden="true" className="group-open:rotate-180" />
      </summary>
      <fieldset className="min-w-0 pb-4">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  )
}

/** A group that is always open. The `first` one has no line above it. */
export function Group({
  title,
  first = false,
  children,
}: {
  title: string
  first?: boolean
  children: ReactNode
}) {
  return (
    <fieldset className={classes('min-w-0 py-4', first ? 'pt-0' : 'border-t border-line')}>
      <legend className="float-left mb-1 w-full text-value font-bold">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}

/** The first options of a group, and a button that shows the others. */
function Options({ children }: { children: ReactNode[] }) {
  const [all, setAll] = useState(false)
  const hidden = children.length - SHOWN_OPTIONS
  return (
    <>
      {all || hidden <= 1 ? children : children.slice(0, SHOWN_OPTIONS)}
      {!all && hidden > 1 ? (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="min-h-11 font-semibold underline underline-offset-4"
        >{`Show ${hidden} more`}</button>
      ) : null}
    </>
  )
}

function SortChoice({ value }: { value: ResultSort }) {
  const dispatch = useAppDispatch()
  const near = useSelector(selectNear)
  return (
    <div className="mt-1 divide-y divide-line rounded-field border-[1.5px] border-field">
      {RESULT_SORTS.map((sort) => (
        <label key={sort} className="flex min-h-12 items-center gap-3 px-3.5">
          <input
            type="radio"
            name="results-sort"
            checked={sort === value}
            onChange={() => {
              dispatch(setResultsSort(sort))
              track('search_results_sorting', { sortBy: sort, page: 'results' })
            }}
            className="radio"
          />
          <span>{sortLabel(sort, near)}</span>
        </label>
      ))}
    </div>
  )
}
