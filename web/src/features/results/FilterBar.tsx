import { SlidersHorizontal as SlidersIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { Button, Chip, classes, LazyPart, Modal } from '../../ui'
import { filtersCall, selectBox, selectFilterList } from '../search'
import { FilterChips, useActiveFilters, useClearFilters } from './ActiveFilters'
import { FilterPanel, preloadFilters } from './lazy-filters'

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
    <div
      className={classes(className, count === 0 && !hasArea && hiddenFromLg)}
      onPointerEnter={preloadFilters}
      onFocus={preloadFilters}
    >
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
      <LazyPart wanted loading={<div className="h-dvh" />}>
        <FilterPanel sheet />
      </LazyPart>
    </Modal>
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
