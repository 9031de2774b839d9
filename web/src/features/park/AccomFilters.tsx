import { SlidersHorizontal as SlidersIcon } from 'lucide-react'
import { useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import {
  UNIT_SORTS,
  UNIT_SORT_LABELS,
  hasAccomFilters,
  type UnitSort,
} from '../../rules/park-units'
import { Button, Modal, Stepper, classes } from '../../ui'
import { ChevronDownIcon } from '../../ui/icons'
import { track } from '../analytics'
import { Option, PriceRange } from '../results'
import {
  resetAccomFilters,
  selectFilterList,
  selectFilters,
  setAccomSort,
  setBathrooms,
  setBedrooms,
  toggleAccomFilter,
  updateAccomMaxPrice,
  updateAccomMinPrice,
} from '../search'
import type { ShownUnit } from './UnitRow'

const MAX_BEDROOMS = 10
const MAX_BATHROOMS = 5

/** The accommodation filters in a sheet, and the sort beside it. */
export function AccomFilters({ units, shown }: { units: readonly ShownUnit[]; shown: number }) {
  const dispatch = useDispatch()
  const { accom } = useSelector(selectFilters)
  const [open, setOpen] = useState(false)
  const active = hasAccomFilters(accom)
  return (
    <div className="flex gap-2.5">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={classes(
          'inline-flex h-11 items-center gap-2 rounded-full border px-4 font-semibold',
          active ? 'border-ink bg-ink text-surface' : 'border-field bg-surface hover:border-ink',
        )}
      >
        <SlidersIcon size={18} aria-hidden="true" />
        Filters
      </button>
      <label className="relative inline-flex h-11 items-center rounded-full border border-field bg-surface hover:border-ink">
        <span className="sr-only">Sort</span>
        <select
          value={accom.appliedSort}
          onChange={(event) => dispatch(setAccomSort(event.target.value as UnitSort))}
          className="h-full appearance-none rounded-full bg-transparent pr-10 pl-4 font-semibold"
        >
          {UNIT_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {UNIT_SORT_LABELS[sort]}
            </option>
          ))}
        </select>
        <ChevronDownIcon
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute right-3.5"
        />
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
            <Button size="lg" className="flex-1" onClick={() => setOpen(false)}>
              Show {shown} {shown === 1 ? 'place' : 'places'} to stay
            </Button>
          </div>
        }
      >
        <Choices units={units} />
      </Modal>
    </div>
  )
}

function Choices({ units }: { units: readonly ShownUnit[] }) {
  const dispatch = useDispatch()
  const { accom } = useSelector(selectFilters)
  const { Filters } = useSelector(selectFilterList)
  // Features that some unit has, and those chosen.
  const offered = Filters.filter(
    ({ id, type }) =>
      type === 'bFilt' &&
      (accom.filtersStateArray.includes(id) || units.some((unit) => unit.features?.includes(id))),
  )
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="accom-price">
        <h3 id="accom-price" className="mb-1 text-lead font-bold">
          Price for the stay
        </h3>
        <PriceRange
          rows={units.map(({ unitPrice }) => ({ price: unitPrice }))}
          min={accom.rangeSliderMin}
          max={accom.rangeSliderMax}
          onMin={(value) => {
            dispatch(updateAccomMinPrice(value))
            track('accom_update_min_price', { value })
          }}
          onMax={(value) => {
            dispatch(updateAccomMaxPrice(value))
            track('accom_update_max_price', { value })
          }}
        />
      </section>
      <section aria-label="Rooms" className="flex flex-col gap-3 border-t border-line pt-4">
        <Stepper
          label="Bedrooms"
          hint="At least"
          value={accom.bedrooms}
          max={MAX_BEDROOMS}
          onChange={(amount) => {
            dispatch(setBedrooms(amount))
            track('accom_update_bedrooms', { amount })
          }}
        />
        <Stepper
          label="Bathrooms"
          hint="At least"
          value={accom.bathrooms}
          max={MAX_BATHROOMS}
          onChange={(amount) => {
            dispatch(setBathrooms(amount))
            track('accom_update_bathrooms', { amount })
          }}
        />
      </section>
      {offered.length > 0 ? (
        <section aria-labelledby="accom-features" className="border-t border-line pt-4">
          <h3 id="accom-features" className="text-lead font-bold">
            Features
          </h3>
          {offered.map(({ id, name }) => {
            const checked = accom.filtersStateArray.includes(id)
            return (
              <Option
                key={id}
                label={name}
                checked={checked}
                onToggle={() => {
                  dispatch(toggleAccomFilter(id))
                  track('accom_feature', { feature: name, toggle: checked ? 'off' : 'on' })
                }}
              />
            )
          })}
        </section>
      ) : null}
    </div>
  )
}
