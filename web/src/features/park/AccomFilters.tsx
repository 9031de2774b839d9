import { SlidersHorizontal as SlidersIcon } from 'lucide-react'
import { lazy, useState } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { UNIT_SORTS, UNIT_SORT_LABELS, type UnitSort } from '../../rules/accom-filters'
import { hasAccomFilters } from '../../rules/park-units'
import { BareSelect, Button, Chip, LazyPart, Modal, Spinner } from '../../ui'
import { track } from '../analytics'
import { resetAccomFilters, selectFilters, setAccomSort } from '../search'
import type { ShownUnit } from './UnitRow'

/** The filters themselves, loaded when the dialog is opened. */
const AccomChoices = lazy(() => import('./AccomChoices'))

/**
 * The button for the accommodation filters, which are in a dialog, and the sort order. `shown` is how
 * many units pass the filters.
 */
export function AccomFilters({ units, shown }: { units: readonly ShownUnit[]; shown: number }) {
  const dispatch = useAppDispatch()
  const { accom } = useSelector(selectFilters)
  const [open, setOpen] = useState(false)
  const active = hasAccomFilters(accom)
  return (
    <div className="flex flex-wrap gap-2.5">
      <Chip chosen={active} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersIcon size={18} aria-hidden="true" />
        Filters
      </Chip>
      <label className="relative inline-flex min-h-11 max-w-full items-center rounded-full border border-field bg-surface hover:border-ink">
        <span className="sr-only">Sort</span>
        <BareSelect
          value={accom.appliedSort}
          onChange={(event) => {
            const sortBy = event.target.value as UnitSort
            dispatch(setAccomSort(sortBy))
            track('search_results_sorting', { sortBy, page: 'park' })
          }}
          chevron="right-3.5"
          className="min-h-[42px] max-w-full rounded-full bg-transparent pr-10 pl-4 font-semibold"
        >
          {UNIT_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {UNIT_SORT_LABELS[sort]}
            </option>
          ))}
        </BareSelect>
      </label>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title="Filters"
        foot={
          <div className="flex items-center gap-3">
            <Button variant="quiet" onClick={() => dispatch(resetAccomFilters())}>
              Reset
            </Button>
            <Button
              size="lg"
              className="flex-1"
              onClick={() => setOpen(false)}
            >{`Show ${shown} ${shown === 1 ? 'place' : 'places'} to stay`}</Button>
          </div>
        }
      >
        <LazyPart wanted loading={<Spinner />}>
          <AccomChoices units={units} />
        </LazyPart>
      </Modal>
    </div>
  )
}
