/** What is shown instead of the steps when there is no booking to continue. */
import { type ReactNode } from 'react'
import { useNavigate } from '../../router'
import { errorMessages, type RequestError, useAppDispatch } from '../../api'
import { AppLink, Button, ButtonLink, LazyPart, Spinner, useErrorShown } from '../../ui'
import { ArrowLeftIcon } from '../../ui/icons'
import { formatMoney, formatPence } from '../../rules/money'
import { unitRowId } from '../../rules/unit-row'
import { bookingStarted, resetBooking } from './booking-slice'
import type { UnitGone } from './booking-state'
import type { StartParams } from './calls'
import { useHolds } from './holds'
import { HeldBooking } from './lazy-parts'
import { requestBooking } from './start-booking'
import { selectBreakdown, useBookingState } from './state'
import { SumLine } from './PriceBreakdown'
import { StaySummary } from './StaySummary'

/** A page that is shown instead of the steps. */
function Ending({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-[560px] py-10">{children}</div>
}

// One function for all renders, so that React calls it only when the heading appears.
const focusHeading = (heading: HTMLElement | null) => heading?.focus()

/** The heading of an Ending. It gets the focus, which also scrolls it into view. */
function EndingHeading({
  alert = false,
  className,
  children,
}: {
  alert?: boolean
  className: string
  children: ReactNode
}) {
  return (
    <h1 ref={focusHeading} tabIndex={-1} role={alert ? 'alert' : undefined} className={className}>
      {children}
    </h1>
  )
}

/**
 * Shown when there is no booking in progress. A booking whose pages the visitor left, for example by
 * Back, may still be held.
 */
export function NoBooking() {
  const { holds, refresh } = useHolds()
  const lastPark = useBookingState(({ booking }) => booking.lastPark)
  if (holds.length > 0) {
    return (
      <Ending>
        <h1 className="display mb-5 text-h1">Your booking</h1>
        <div className="grid gap-4">
          <LazyPart wanted loading={<Spinner />}>
            {holds.map((hold) => (
              <HeldBooking
                key={hold.bookId}
                hold={hold}
                park={lastPark?.parkId === hold.parkId ? lastPark : undefined}
                onReleased={refresh}
              />
            ))}
          </LazyPart>
        </div>
      </Ending>
    )
  }
  return (
    <Ending>
      <h1 className="display text-h1">Your booking</h1>
      <p className="mt-4 text-lead">
        You have no booking in progress. Please use the{' '}
        <AppLink href="/" className="text-link">
          search form
        </AppLink>{' '}
        to find your holiday.
      </p>
    </Ending>
  )
}

/**
 * Shown when the booking has ended elsewhere, for example because it was paid in another tab. The
 * server then refuses its data to every visitor.
 */
export function BookingClosed({ error }: { error: RequestError }) {
  const text = errorMessages(error).join(' ')
  useErrorShown(text)
  return (
    <Ending>
      <h1 className="display text-h1">Your booking</h1>
      <p role="alert" className="mt-4 text-lead">
        {text} If you have paid for it, you can look it up in{' '}
        <AppLink href="/login" className="text-link">
          My Booking
        </AppLink>
        .
      </p>
    </Ending>
  )
}

/**
 * Shown when the wallet sends the visitor to a browser that does not have the booking, for example
 * from its app. The server books anyway.
 */
export function ReturnedFromWallet() {
  return (
    <Ending>
      <h1 className="display text-h1">Your payment</h1>
      <p className="mt-4 text-lead">
        PayPal has sent you back to a browser that does not have your booking, so we cannot show the
        result of your payment here. We confirm your booking by email as soon as the payment is
        done. Please do not pay again.
      </p>
      <p className="mt-4">
        You can look your booking up in{' '}
        <AppLink href="/login" className="text-link">
          My Booking
        </AppLink>
        .
      </p>
    </Ending>
  )
}

const GONE =
  'This unit is no longer available. Please return to the previous page to view other available options.'

/** Shown when another visitor took the unit before the booking began. */
export function UnitTaken({ parkBookingUrl }: { parkBookingUrl: string }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  useErrorShown(GONE)
  const back = () => {
    dispatch(resetBooking())
    navigate(pricesPath(parkBookingUrl))
  }
  return (
    <Ending>
      <div className="card p-card">
        <h1 role="alert" className="text-lead/7 font-bold">
          {GONE}
        </h1>
        <Button icon={ArrowLeftIcon} onClick={back} className="mt-4">
          Previous page
        </Button>
      </div>
    </Ending>
  )
}

/**
 * Shown when the price differs from the one on the park page: the visitor is asked before the
 * booking continues.
 */
export function PriceChanged({
  params,
  price,
  unitId,
}: {
  params: StartParams
  price: string
  unitId: string
}) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const goOn = () => {
    const changed = { ...params, unitId }
    dispatch(bookingStarted(changed))
    void dispatch(requestBooking(changed))
  }
  const back = () => {
    dispatch(resetBooking())
    navigate(pricesPath(params.parkBookingUrl))
  }
  return (
    <Ending>
      <div className="card p-card">
        <EndingHeading className="text-h3 font-bold">
          The price of this holiday has changed
        </EndingHeading>
        <p className="mt-2">
          {[params.unitDesc, params.parkName].filter(Boolean).join(', ')} now costs{' '}
          <b>{formatMoney(price)}</b>. Nothing is booked yet.
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={goOn}>Go on at {formatMoney(price)}</Button>
          <Button variant="secondary" icon={ArrowLeftIcon} onClick={back}>
            Previous page
          </Button>
        </div>
      </div>
    </Ending>
  )
}

const SOLD = 'Sorry, this holiday is no longer available. Please try searching for another holiday'

/** Shown when the unit was sold to another visitor during the payment. */
export function HolidayGone({ gone }: { gone: UnitGone }) {
  useErrorShown(SOLD)
  return (
    <Ending>
      <EndingHeading alert className="display text-h2">
        {SOLD}
      </EndingHeading>
      <div className="mt-6 flex flex-col items-start gap-4">
        {gone.parkBookingUrl ? (
          <ButtonLink href={pricesPath(gone.parkBookingUrl)} icon={ArrowLeftIcon}>
            {gone.parkName ? `Back to ${gone.parkName}` : 'Previous page'}
          </ButtonLink>
        ) : null}
        <AppLink href="/" className="text-link text-lead">
          Search again
        </AppLink>
      </div>
    </Ending>
  )
}

/**
 * The prices on the park page where a booking began, or there the row of a unit type. That page loads
 * them again.
 */
function pricesPath(parkBookingUrl: string, unitTypeId?: string): string {
  if (!parkBookingUrl) return '/'
  return `${parkBookingUrl}#${unitTypeId ? unitRowId(unitTypeId) : 'prices'}`
}

/** Shown when the hold has run out. */
export function TimedOut({ hasAttempt }: { hasAttempt: boolean }) {
  const booking = useBookingState((state) => state.booking)
  const total = useBookingState((state) => selectBreakdown(state).total)
  return (
    <Ending>
      <Clock />
      <EndingHeading className="display mt-5 text-h1">Your booking has timed out</EndingHeading>
      <p className="mt-4 text-lead">
        {`We held this holiday for you for as long as we could and have now released it.${hasAttempt ? '' : ' No payment has been taken.'}`}
      </p>
      <div className="card mt-6 p-4">
        <StaySummary />
        <dl className="mt-3 border-t border-line pt-2">
          <SumLine label="Total cost" amount={<b>{formatPence(total)}</b>} />
        </dl>
      </div>
      <ButtonLink
        href={pricesPath(booking.parkBookingUrl, booking.unitTypeId)}
        size="lg"
        fullWidth
        className="mt-5"
      >
        Check if it is still available
      </ButtonLink>
      <p className="mt-5 text-center">
        <AppLink href="/" className="text-link text-lead">
          Search again
        </AppLink>
      </p>
    </Ending>
  )
}

function Clock() {
  return (
    <svg width="72" height="72" viewBox="0 0 72 72" aria-hidden="true">
      <circle cx="36" cy="36" r="33" className="fill-surface stroke-ink" strokeWidth="4" />
      <path d="M36 36V5A31 31 0 0 0 14 14z" className="fill-tint" />
      <path
        d="M36 8v6M36 58v6M8 36h6M58 36h6"
        className="stroke-ink"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path
        d="M36 16v20L20 46"
        className="fill-none stroke-accent"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
