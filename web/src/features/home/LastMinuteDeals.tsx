import { useSelector } from 'react-redux'
import { selectIsFetching, type RequestsState } from '../../api'
import { brand } from '../../brands'
import { CHANNEL_NAMES, DEFAULT_CHANNEL } from '../../rules/channels'
import { formatMedium } from '../../rules/dates'
import { plural } from '../../rules/plural'
import { AppLink, PriceText, Skeleton } from '../../ui'
import {
  availabilityCall,
  selectAvailability,
  selectToday,
  type AppState,
  type AvailabilityState,
  type HomepageState,
} from '../catalogue'
import { selectBeforeSaving, selectUkDates, type PromotionState } from '../promotion'
import { dealNights, dealParkUrl, dealUrl, groupDeals, parkImageUrl, type Deal } from './deals'

interface RootState {
  app: AppState
  homepage: HomepageState
  promotion: PromotionState
  requests: RequestsState
  data: { cachedAvailability: AvailabilityState }
}

/** The next cheap stays, grouped by nights. Shows nothing when there are none. */
export default function LastMinuteDeals() {
  const today = useSelector(selectToday)
  const { latedeals, dataAvailable } = useSelector((state: RootState) =>
    selectAvailability(state, DEFAULT_CHANNEL),
  )
  const fetching = useSelector((state: RootState) =>
    Object.keys(state.requests).some(
      (id) => id.startsWith(`${availabilityCall.name}:`) && selectIsFetching(state, id),
    ),
  )
  const offerDates = useSelector(selectUkDates)
  const beforeSaving = useSelector((state: RootState) => selectBeforeSaving(state, DEFAULT_CHANNEL))
  const groups = groupDeals(latedeals, today, offerDates)
  const waiting = !dataAvailable && fetching
  if (groups.length === 0 && !waiting) return null
  return (
    <section aria-labelledby="deals-title" className="section">
      <div className="page-width">
        <h2 id="deals-title" className="section-heading">
          Our Last Minute Deals
        </h2>
        <p className="mt-2 text-muted">
          {`${CHANNEL_NAMES[DEFAULT_CHANNEL]}. Price for the stay, 2 adults${beforeSaving}. `}
          {offerDates ? <span>They start on your offer dates. </span> : null}
          <AppLink href="/last-minute-deals" className="text-link">
            See all last minute deals
          </AppLink>
        </p>
        <div className="mt-5 grid gap-7 lg:grid-cols-3">
          {waiting
            ? dealNights.map((nights) => (
                <div key={nights} aria-busy="true">
                  <Skeleton className="h-(--deal-group) w-full" />
                </div>
              ))
            : groups.map(({ nights, deals }) => (
                <div key={nights}>
                  <h3 className="flex items-center gap-3 text-h3 font-bold [font-stretch:var(--display-width)] after:h-px after:flex-1 after:bg-line">
                    {plural(nights, 'night')}
                  </h3>
                  <ul className="mt-2.5 grid gap-2.5 md:grid-cols-3 md:gap-4 lg:grid-cols-1 lg:gap-2.5">
                    {deals.map((deal) => (
                      <li key={deal.date}>
                        <DealCard deal={deal} />
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
        </div>
      </div>
    </section>
  )
}

/** A deal. The card opens its park; the date opens all holidays on it. */
function DealCard({ deal }: { deal: Deal }) {
  const { imagesBase, imageExt } = brand.api
  return (
    <div data-part="deal-card" className="deal-card group hover:border-ink">
      <img
        src={parkImageUrl(deal.park, imagesBase, imageExt)}
        alt=""
        width={120}
        height={90}
        loading="lazy"
        onError={(event) => {
          const placeholder = `/${brand.siteCode}/placeholder.svg`
          if (!event.currentTarget.src.endsWith(placeholder)) event.currentTarget.src = placeholder
        }}
        className="aspect-[4/3] w-[112px] rounded-tag bg-skeleton object-cover md:max-lg:w-full"
      />
      <div className="flex min-w-0 flex-1 items-center justify-between gap-2 md:max-lg:items-end">
        <div className="min-w-0">
          <AppLink
            href={dealParkUrl(deal)}
            className="line-clamp-2 font-semibold break-words group-hover:underline after:absolute after:inset-0 md:max-lg:min-h-[2lh]"
          >
            {deal.name}
          </AppLink>
          <AppLink
            href={dealUrl(deal)}
            className="relative mt-0.5 inline-block min-h-6 text-detail/5 text-muted underline underline-offset-4"
          >{`${formatMedium(deal.date)}, ${plural(deal.nights, 'night')}`}</AppLink>
        </div>
        <PriceText amount={deal.price} from roundUp className="shrink-0 text-right" />
      </div>
    </div>
  )
}
