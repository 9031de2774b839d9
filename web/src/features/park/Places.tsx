import { Fragment, useEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import type { ParkDetails } from '../../api/schema'
import { formatShort } from '../../rules/dates'
import { noUnitsText } from '../../rules/park-units'
import { partySizeOf } from '../../rules/party'
import { plural } from '../../rules/plural'
import { Notice, useNear } from '../../ui'
import { useDayText } from '../catalogue'
import { track } from '../analytics'
import { affiliateOperator } from '../park-card'
import type { ParkRoot } from '../park-data'
import { selectPromoPriceOf } from '../promotion'
import { selectForm } from '../search'
import { AccomFilters } from './AccomFilters'
import { UnitRow, type ShownUnit } from './UnitRow'
import { WatchLink } from './WatchLink'
import { useRowInView } from './usePricesInView'
import type { useBooking } from './useBooking'
import type { StayShown } from './useStay'

/** The units on the chosen date, or why there are none. */
export function Places({
  park,
  stay,
  features,
  booking: { book, busyUnit, failure, loadCode },
}: {
  park: ParkDetails | undefined
  stay: StayShown
  features: ReadonlyMap<number, string>
  booking: ReturnType<typeof useBooking>
}) {
  const form = useSelector(selectForm)
  const { shortDay } = useDayText()
  const guests = partySizeOf(form)
  const promoPriceOf = useSelector(selectPromoPriceOf)
  const pictures = useSelector((state: ParkRoot) => state.data.extraData.byCode)
  const { units, unfiltered, arrival, filtersActive } = stay
  const head = useRef<HTMLDivElement>(null)
  const near = useNear(head)
  // So that 'Book' waits for nothing. Where the code cannot be loaded, 'Book' says so.
  useEffect(() => {
    if (near) void loadCode().catch(() => {})
  }, [near, loadCode])
  useRowInView(units)
  const sold = failure?.index === undefined ? undefined : failure
  const soldNotice = sold ? (
    <Notice kind="danger" live focused>
      {sold.text}
    </Notice>
  ) : null
  return (
    <>
      <div ref={head} data-part="places-head" className="places-head">
        <h2 className="display text-section">
          <span role="status">
            {units.length > 0 && arrival
              ? `${plural(units.length, 'place')} to stay from ${shortDay(arrival)}`
              : 'Places to stay'}
          </span>
        </h2>
        {/* Shown without units too when filters are on, so that they can be removed. */}
        {unfiltered.length > 0 || filtersActive ? (
          <AccomFilters units={unfiltered} shown={units.length} />
        ) : null}
      </div>
      {units.length > 0 ? (
        <ul className="flex flex-col gap-4">
          {units.map((unit, index) => (
            <Fragment key={unit.unitId}>
              {sold?.index === index ? <li>{soldNotice}</li> : null}
              <UnitRow
                unit={unit}
                guests={guests}
                image={pictures[unit.unitType]?.image}
                features={features}
                busy={busyUnit === unit.unitId}
                affiliate={affiliateOf(park)}
                failure={
                  failure?.unitId === unit.unitId && failure !== sold ? failure.text : undefined
                }
                onView={(viewed) => trackView(viewed, park?.parkId, form.channelId)}
                promo={promoPriceOf(unit.arrivalDate, unit.unitPrice)}
                onBook={(chosen, withWords) => void book(chosen, index, withWords)}
                parkId={park?.parkId}
              />
            </Fragment>
          ))}
          {sold?.index !== undefined && sold.index >= units.length ? <li>{soldNotice}</li> : null}
        </ul>
      ) : (
        <>
          {soldNotice ? <div className="mb-4">{soldNotice}</div> : null}
          <NoPlaces stay={stay} park={park} />
        </>
      )}
    </>
  )
}

/** The other company's site on which a park is booked. */
function affiliateOf(park: ParkDetails | undefined) {
  return park?.affiliate && park.affiliateUrl
    ? { url: park.affiliateUrl, operator: affiliateOperator(park.affiliate) }
    : undefined
}

/** Why there are no units, and a way to hear of it when there are. */
function NoPlaces({
  stay: { arrival, alternatives, filtersActive },
  park,
}: {
  stay: StayShown
  park: ParkDetails | undefined
}) {
  const { duration } = useSelector(selectForm)
  return (
    <>
      <p role="status" className="card p-card text-lead">
        {noUnitsText({
          dateSelected: arrival !== undefined,
          alternativeExists: alternatives.length > 0,
          filtersActive,
        })}
      </p>
      {arrival && park && !park.affiliate && !filtersActive ? (
        <p className="mt-3 empty:hidden">
          <WatchLink
            park={park.parkId}
            date={formatShort(arrival)}
            nights={duration}
            text="Email me when these dates are on sale"
            name={park.name}
          />
        </p>
      ) : null}
    </>
  )
}

function trackView(
  { unitId, unitDesc, unitPrice }: ShownUnit,
  parkId: string | undefined,
  channelId: string,
) {
  const price = Number(unitPrice)
  track('view_item', {
    currency: 'GBP',
    value: price,
    items: [
      {
        item_id: unitId,
        item_name: unitDesc,
        item_brand: parkId,
        item_category: channelId,
        price,
        quantity: 1,
      },
    ],
  })
}
