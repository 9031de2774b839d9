import { lazy, useRef, type ComponentProps } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { loadErrorText, useAppDispatch } from '../../api'
import type { ParkDetails } from '../../api/schema'
import { brand, t } from '../../brands'
import { formatShort, type CalendarDate } from '../../rules/dates'
import { nightsHelp } from '../../rules/nights'
import { partySizeOf } from '../../rules/party'
import { inPlace } from '../../rules/place-in-text'
import { plural } from '../../rules/plural'
import { noOfferText } from '../../rules/promotion'
import { takesPets } from '../../rules/search-url'
import { Button, ButtonLink, LazyPart, LoadingError, Skeleton, WhenNear } from '../../ui'
import { PhoneIcon } from '../../ui/icons'
import { track } from '../analytics'
import { HeldBooking, useHolds } from '../booking'
import { NightsChips, SeasonLink } from '../calendar'
import { useDayText } from '../catalogue'
import {
  loadParkResults,
  parkDateChosen,
  parkResultsOutdated,
  selectNextOffer,
  type ParkRoot,
} from '../park-data'
import { selectBeforeSaving } from '../promotion'
import {
  dateChosen,
  isDurationAvailable,
  selectForm,
  selectOffersNeverMeet,
  type SearchRoot,
} from '../search'
import { AlternativeDates, ParkDates } from './Dates'
import { Places } from './Places'
import { useBooking } from './useBooking'
import { useRegionQuery } from './useRegionQuery'
import { useStay, type StayShown } from './useStay'

/** Loaded when it is about to scroll into view. */
const ParkRegions = lazy(async () => ({ default: (await import('./ParkRegions')).ParkRegions }))
/** Loaded when it is needed after 'Book'. */
const PriceChanged = lazy(() => import('./PriceChanged'))
/** Loaded when the park has no units for the stay. */
const OtherParks = lazy(async () => ({ default: (await import('./OtherParks')).OtherParks }))

/**
 * The park's dates with prices; below them, in both columns from lg on, the units on the chosen
 * date, and other dates.
 */
export function Stay({
  park,
  parkId,
  features,
}: {
  park: ParkDetails | undefined
  parkId: string
  features: ReadonlyMap<number, string>
}) {
  const dispatch = useAppDispatch()
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useSelector(selectForm)
  const stay = useStay(parkId)
  const booking = useBooking(park, stay.searchId)
  const { entries, arrival, loaded, units, alternatives } = stay
  const dogs = takesPets(form) ? ' and dogs' : ''
  const beforeSaving = useSelector((state: SearchRoot) => selectBeforeSaving(state, form.channelId))

  const pick = (day: CalendarDate) => {
    const date = formatShort(day)
    dispatch(dateChosen(day))
    if (day !== arrival) track('dates_slider_changed', { date })
    dispatch(
      parkDateChosen({ date, lowestPrice: entries.find((one) => one.date === date)?.lowestPrice }),
    )
  }
  const alternativeDates =
    alternatives.length > 0 ? (
      <AlternativeDates
        entries={alternatives}
        selected={arrival}
        onPick={(day) => {
          pick(day)
          // The list changes its place when the date has units, so its button can disappear.
          heading.current?.focus()
        }}
      />
    ) : null

  // A stay of unavailable nights finds nothing, so other nights are offered instead.
  const isSearched = entries[0] ?? (stay.offOffer || isDurationAvailable(form))
  return (
    <>
      <div id="prices" data-part="prices" className="min-w-0 pt-2">
        <h2 ref={heading} tabIndex={-1} className="section-heading text-section">
          Choose your dates
        </h2>
        <p className="mt-1 text-muted">{`Lowest price for ${plural(form.duration, 'night')}, ${plural(partySizeOf(form), 'guest')}${dogs}${beforeSaving}`}</p>
        <EveryWeek park={park} />
        {park ? <VisitorHolds park={park} onReleased={() => heading.current?.focus()} /> : null}
        <AskAboutPrice {...booking.priceChanged} />
        {isSearched ? <ArrivalDates parkId={parkId} stay={stay} onPick={pick} /> : <OtherNights />}
      </div>
      {isSearched ? (
        // So high that what is below it is not in view while its last parts are missing.
        <div className="min-h-[75dvh] min-w-0 lg:col-span-2">
          {/* Not before the park is known: it says what is booked, and on which site. */}
          <LoadingError
            fetching={stay.fetching || !park || (!loaded && !stay.error)}
            loaded={loaded && park !== undefined}
            error={loaded ? undefined : loadErrorText(stay.error)}
            onRetry={() => void dispatch(loadParkResults(parkId, Date.now))}
            skeleton={<StaySkeleton />}
          >
            <Places park={park} stay={stay} features={features} booking={booking} />
            {units.length === 0 && alternativeDates ? (
              <div className="mt-4">{alternativeDates}</div>
            ) : null}
            {park && units.length === 0 && !stay.filtersActive ? (
              <WhenNear>
                <OtherParks park={park} />
              </WhenNear>
            ) : null}
            <div className="mt-7 grid gap-6">
              {units.length > 0 ? alternativeDates : null}
              <TalkItThrough />
            </div>
          </LoadingError>
        </div>
      ) : null}
    </>
  )
}

/** The park's dates, and in the UK the prices in other regions; nothing when they failed to load. */
function ArrivalDates({
  parkId,
  stay: { entries, arrival, loaded, error, offOffer },
  onPick,
}: {
  parkId: string
  stay: StayShown
  onPick: (day: CalendarDate) => void
}) {
  const { channelId, duration } = useSelector(selectForm)
  const neverMeet = useSelector(selectOffersNeverMeet)
  if (offOffer && neverMeet) return <OtherNights text={noOfferText(duration)} />
  if (!loaded && error) return null
  const hasDates = entries[0] ?? (offOffer && arrival)
  return (
    <>
      <div className="mt-4">
        {loaded ? (
          hasDates && <ParkDates entries={entries} selected={arrival} onPick={onPick} />
        ) : (
          <Skeleton className="h-[100px]" />
        )}
      </div>
      {offOffer ? <OtherOffers parkId={parkId} onPick={onPick} /> : null}
      {channelId === 'ukcaravan' && (arrival || !loaded) ? (
        <OtherRegions day={loaded ? arrival : undefined} />
      ) : null}
    </>
  )
}

/**
 * Shown when no stay in the loaded months starts on an offer date: the nearest offer date of the place
 * in other months, or while none is known, other nights.
 */
function OtherOffers({ parkId, onPick }: { parkId: string; onPick: (day: CalendarDate) => void }) {
  const nearest = useSelector((state: SearchRoot & ParkRoot) => selectNextOffer(state, parkId))
  const { shortDay } = useDayText()
  if (nearest === undefined) return <OtherNights text={`${NO_OFFER_HERE} ${CHOOSE_ANOTHER}`} />
  return (
    <div className="card mt-4 p-card">
      <p className="mb-3.5 text-lead">{NO_OFFER_HERE}</p>
      <Button variant="secondary" onClick={() => onPick(nearest)}>
        {`See ${shortDay(nearest)}`}
      </Button>
    </div>
  )
}

const NO_OFFER_HERE = 'None of your offer dates is in these months.'
const CHOOSE_ANOTHER = 'Please choose one in the calendar, or another number of nights.'

/** The prices in other regions. Before they are loaded, it is as high as the closed list. */
function OtherRegions({ day }: { day: CalendarDate | undefined }) {
  return (
    <WhenNear className="flow-root min-h-15">
      {day === undefined ? null : <ParkRegions day={day} />}
    </WhenNear>
  )
}

/** A link to the season in the park's region, with the same height before the park is loaded. */
function EveryWeek({ park }: { park: ParkDetails | undefined }) {
  const { query } = useRegionQuery(park)
  return (
    <p className="min-h-11">
      {park ? (
        <SeasonLink query={query}>{`See every week ${inPlace(park.regionName)}`}</SeasonLink>
      ) : null}
    </p>
  )
}

/** The visitor's holds at this park, each with a link to its booking. */
function VisitorHolds({
  park: { parkId, name },
  onReleased,
}: {
  park: ParkDetails
  onReleased: () => void
}) {
  const dispatch = useAppDispatch()
  const { pathname, search } = useLocation()
  const { holds, refresh } = useHolds(parkId)
  // The unit of a released hold is on sale again.
  const onHoldReleased = () => {
    // The hold's buttons disappear, so the focus goes to the list of units.
    onReleased()
    refresh()
    dispatch(parkResultsOutdated(parkId))
    void dispatch(loadParkResults(parkId, Date.now))
  }
  if (holds.length === 0) return null
  return (
    <div className="mt-5 flex flex-col gap-4">
      <LazyPart>
        {holds.map((hold) => (
          <HeldBooking
            key={hold.bookId}
            hold={hold}
            park={{ parkId, parkName: name, parkBookingUrl: pathname + search }}
            onReleased={onHoldReleased}
          />
        ))}
      </LazyPart>
    </div>
  )
}

/** Asks whether to book at a price that has changed. */
function AskAboutPrice(props: ComponentProps<typeof PriceChanged>) {
  return props.change ? (
    <LazyPart wanted>
      <PriceChanged {...props} />
    </LazyPart>
  ) : null
}

/**
 * Shown when the park has no stays of the chosen nights, or `text` says why none of them can be booked.
 */
function OtherNights({ text }: { text?: string }) {
  const { duration, availableDurations } = useSelector(selectForm)
  return (
    <div className="card mt-4 p-card">
      <p className="mb-3.5 text-lead">{text ?? nightsHelp(duration, availableDurations)}</p>
      <NightsChips wrap />
    </div>
  )
}

/** Two screens high: what is below it is not in view, and does not move there when the units come. */
function StaySkeleton() {
  return (
    <div className="mt-2 flex min-h-[200dvh] flex-col gap-4">
      <Skeleton className="h-[220px] rounded-card" />
      <Skeleton className="h-[220px] rounded-card" />
    </div>
  )
}

/** The telephone number for visitors who prefer to talk to a person. */
function TalkItThrough() {
  const { telephone } = brand.socialMedia
  return (
    <section aria-labelledby="talk" className="talk-box">
      <h2 id="talk" className="display text-h3">
        Rather talk it through?
      </h2>
      <p>{t('support.hours')}</p>
      <p>
        <ButtonLink variant="secondary" icon={PhoneIcon} href={`tel:${telephone}`}>
          {telephone}
        </ButtonLink>
      </p>
    </section>
  )
}
