import type { MouseEvent, ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import type { ChosenFilters } from '../../rules/filters'
import { formatPence } from '../../rules/money'
import { PRICE_SLIDER_MAX } from '../../rules/settings'
import { classes } from '../../ui'
import { CloseIcon } from '../../ui/icons'
import {
  boxChosen,
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
  toggleFilter,
  toggleOffer,
  togglePets,
  updateMaxPrice,
  updateMinPrice,
} from '../search'

interface ActiveFilter {
  key: string
  label: string
  remove: () => void
  /** Returns the chosen filters without this one. */
  without: (chosen: ChosenFilters) => ChosenFilters
}

/** Every active filter, and how to remove it. */
export function useActiveFilters(): ActiveFilter[] {
  const dispatch = useAppDispatch()
  const state = useSelector(selectFilters)
  const filters = useSelector(selectAllFilters)
  const { offersData, nFilters } = useSelector(selectFilterList)
  const offers = useSelector(selectSelectedOffers)
  const channelId = useSelector(selectFormChannel)
  const active: ActiveFilter[] = []
  if (state.petFriendlySelected && channelId !== 'eurocaravan') {
    active.push({
      key: 'pets',
      label: 'Pet friendly',
      remove: () => dispatch(togglePets()),
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
  const pets = useSelector(selectTakesPets)
  const active = useActiveFilters()
  return (
    <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:px-0">
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
          onClick={() => {
            dispatch(resetFilters(pets))
            dispatch(resetOffers())
          }}
          className="hidden min-h-11 px-3 font-semibold underline underline-offset-4 lg:block"
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
      name={`Remove ${label}`}
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
      {label}
      <CloseIcon size={16} aria-hidden="true" />
    </Chip>
  )
}

/** A chip, 44 px high, dark when chosen. */
export function Chip({
  chosen = false,
  name,
  onClick,
  className,
  children,
}: {
  chosen?: boolean
  name?: string
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  className?: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onClick}
      className={classes(
        'inline-flex h-11 shrink-0 items-center gap-2 rounded-full border px-4 font-semibold whitespace-nowrap',
        chosen ? 'border-ink bg-ink text-surface' : 'border-field bg-surface hover:border-ink',
        className,
      )}
    >
      {children}
    </button>
  )
}
