import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { CheckOption, PriceRange, Stepper } from '../../ui'
import { track } from '../analytics'
import {
  selectFilterList,
  selectFilters,
  setBathrooms,
  setBedrooms,
  toggleAccomFilter,
  updateAccomMaxPrice,
  updateAccomMinPrice,
} from '../search'
import type { ShownUnit } from './UnitRow'

const MAX_BEDROOMS = 10
const MAX_BATHROOMS = 5

/** The accommodation filters: price, rooms and features. */
export default function AccomChoices({ units }: { units: readonly ShownUnit[] }) {
  const dispatch = useAppDispatch()
  const { accom } = useSelector(selectFilters)
  const { Filters } = useSelector(selectFilterList)
  // Features that at least one unit has, and the chosen ones.
  const shownFeatures = Filters.filter(
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
          onMin={(value) => dispatch(updateAccomMinPrice(value))}
          onMax={(value) => dispatch(updateAccomMaxPrice(value))}
          onCommit={(end) => track(`accom_update_${end}_price`)}
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
      {shownFeatures.length > 0 ? (
        <section aria-labelledby="accom-features" className="border-t border-line pt-4">
          <h3 id="accom-features" className="text-lead font-bold">
            Features
          </h3>
          {shownFeatures.map(({ id, name }) => {
            const checked = accom.filtersStateArray.includes(id)
            return (
              <CheckOption
                key={id}
                label={name}
                checked={checked}
                onToggle={() => {
                  dispatch(toggleAccomFilter(id))
                  track('accom_feature', { feature: name, toggle: !checked })
                }}
              />
            )
          })}
        </section>
      ) : null}
    </div>
  )
}
