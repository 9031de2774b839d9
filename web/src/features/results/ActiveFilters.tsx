import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { OPERATOR_GROUP } from '../../rules/filter-list'
import type { ChosenFilters } from '../../rules/filters'
import { formatPence } from '../../rules/money'
import { PRICE_SLIDER_MAX } from '../../rules/settings'
import { Chip } from '../../ui'
import { CloseIcon } from '../../ui/icons'
import { track } from '../analytics'
import {
  boxChosen,
  resetAllFilters,
  resetFilters,
  resetOffers,
  selectAllFilters,
  selectFilterList,
  selectFilters,
  selectBox,
  selectFormChannel,
  selectTakesPets,
  selectSelectedOffers,
  setNumericFilter,
  setResultsSort,
  toggleFilter,
  toggleOffer,
  togglePets,
  updateMaxPrice,
  updateMinPrice,
} from '../search'

/** The title of the offers among the filters. */
export const OFFERS_TITLE = 'Offers'

/** The title of a group of filters. */
export function groupTitle(
  group: string | undefined,
  filterGroups: Readonly<Record<string, { name: string }>>,
): string {
  return group === OPERATOR_GROUP ? 'Operator' : (filterGroups[group ?? '']?.name ?? '')
}

interface ActiveFilter {
  key: string
  label: string
  /** Removes it, and reports that. */
  remove: () => void
  /** Reports to analytics that it is removed. */
  report: () => void
  /** Returns the chosen filters without this one. */
  without: (chosen: ChosenFilters) => ChosenFilters
}

/** Every active filter, and how to remove it. */
export function useActiveFilters(): ActiveFilter[] {
  return useChosenFilters().map((filter) => ({
    ...filter,
    remove: () => {
      filter.report()
      filter.remove()
    },
  }))
}

/**
 * A function that clears all filters and offers, and reports each. The sort is kept: it hides no
 * results. `all` also resets the filters of the accommodation.
 */
export function useClearFilters({ all = false } = {}): () => void {
  const dispatch = useAppDispatch()
  const pets = useSelector(selectTakesPets)
  const { resultsAppliedSort } = useSelector(selectFilters)
  const active = useChosenFilters()
  return () => {
    for (const { report } of active) report()
    dispatch(all ? resetAllFilters(pets) : resetFilters(pets))
    dispatch(setResultsSort(resultsAppliedSort))
    dispatch(resetOffers())
  }
}

/** Reports a filter that is removed, with the title of its group. */
const reportFilter = (filterBy: string, value: string) => () =>
  track('search_results_filtering', { filterBy, toggle: false, value })

function useChosenFilters(): ActiveFilter[] {
  const dispatch = useAppDispatch()
  const state = useSelector(selectFilters)
  const filters = useSelector(selectAllFilters)
  const { offersData, nFilters, filterGroups } = useSelector(selectFilterList)
  const offers = useSelector(selectSelectedOffers)
  const channelId = useSelector(selectFormChannel)
  const active: ActiveFilter[] = []
  if (state.petFriendlySelected && channelId !== 'eurocaravan') {
    active.push({
      key: 'pets',
      label: 'Pet friendly',
      remove: () => dispatch(togglePets()),
      report: () => track('toggle_pet_friendly'),
      without: (chosen) => ({ ...chosen, pets: false }),
    })
  }
  for (const id of state.bFiltersStateArray) {
    const filter = filters[id]
    if (!filter) continue
    active.push({
      key: `b${id}`,
      label: filter.name,
      remove: () => dispatch(toggleFilter(id)),
      report: reportFilter(groupTitle(filter.group, filterGroups), filter.name),
      without: (chosen) => ({
        ...chosen,
        features: chosen.features.filter((one) => one !== id),
        operators: chosen.operators.filter((opId) => opId !== filter.opId),
      }),
    })
  }
  for (const [index, value] of state.nFiltersStateArray.entries()) {
    const filter = filters[nFilters[0] + index]
    const noChoice = state.nFiltersDefaultArray[index] ?? 0
    if (!filter || value === noChoice) continue
    active.push({
      key: `n${index}`,
      label: `${filter.name}: ${value}+`,
      remove: () => dispatch(setNumericFilter({ index, value: noChoice })),
      report: reportFilter(groupTitle(filter.group, filterGroups), filter.name),
      without: (chosen) => ({
        ...chosen,
        numeric: chosen.numeric.filter(({ id }) => id !== filter.id),
      }),
    })
  }
  for (const urn of offers) {
    const label = offersData.find((offer) => offer.urn === urn)?.offer ?? urn
    active.push({
      key: `o${urn}`,
      label,
      remove: () => dispatch(toggleOffer(urn)),
      report: reportFilter(OFFERS_TITLE, label),
      without: (chosen) => ({ ...chosen, offers: chosen.offers.filter((one) => one !== urn) }),
    })
  }
  const { rangeSliderMin: min, rangeSliderMax: max } = state
  if (min > 0 || max < PRICE_SLIDER_MAX) {
    active.push({
      key: 'price',
      label: `${formatPence(min * 100)} to ${formatPence(max * 100)}${max >= PRICE_SLIDER_MAX ? '+' : ''}`,
      remove: () => {
        dispatch(updateMaxPrice(PRICE_SLIDER_MAX))
        dispatch(updateMinPrice(0))
      },
      report: () => {
        if (min > 0) track('parks_update_min_price')
        if (max < PRICE_SLIDER_MAX) track('parks_update_max_price')
      },
      without: (chosen) => ({ ...chosen, priceMin: 0, priceMax: PRICE_SLIDER_MAX }),
    })
  }
  return active
}

/**
 * The active filters as chips, each with an ×. `lead` is shown before the chips, `tail` after them.
 */
export function FilterChips({ lead, tail }: { lead?: ReactNode; tail?: ReactNode }) {
  const dispatch = useAppDispatch()
  const box = useSelector(selectBox)
  const active = useActiveFilters()
  const clear = useClearFilters()
  return (
    <div className="-mx-gutter flex gap-2 overflow-x-auto px-gutter py-1 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:px-0">
      {lead}
      {box ? (
        <RemovableChip label="This area" remove={() => dispatch(boxChosen(undefined))} />
      ) : null}
      {active.map(({ key, label, remove }) => (
        <RemovableChip key={key} label={label} remove={remove} />
      ))}
      {active.length > 0 ? (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // The button disappears.
            const results = currentTarget.closest('[tabindex="-1"]')
            if (results instanceof HTMLElement) results.focus({ preventScroll: true })
            clear()
          }}
          className="min-h-11 shrink-0 px-3 font-semibold whitespace-nowrap underline underline-offset-4"
        >
          Clear all
        </button>
      ) : null}
      {tail}
    </div>
  )
}

function RemovableChip({ label, remove }: { label: string; remove: () => void }) {
  return (
    <Chip
      chosen
      aria-label={`Remove ${label}`}
      onClick={({ currentTarget }) => {
        // This chip disappears, so its neighbour gets the focus, or else the results.
        const neighbours = [currentTarget.nextElementSibling, currentTarget.previousElementSibling]
        const chip = neighbours.find((one) =>
          one?.getAttribute('aria-label')?.startsWith('Remove '),
        )
        const next = chip ?? currentTarget.closest('[tabindex="-1"]')
        if (next instanceof HTMLElement) next.focus({ preventScroll: !chip })
        remove()
      }}
    >
      <span>{label}</span>
      <CloseIcon size={16} aria-hidden="true" />
    </Chip>
  )
}
