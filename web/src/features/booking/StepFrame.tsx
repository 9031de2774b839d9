import { useState } from 'react'
import { Outlet } from '../../router'
import { hasCode, loadErrorText, type RequestError } from '../../api'
import { LazyPart, LoadingError, useAtLeast } from '../../ui'
import type { BookingLoad } from './booking-data'
import type { BookingState, StepName } from './booking-state'
import { BookingClosed } from './endings'
import type { HoldNotice } from './hold'
import { HoldLine, HoldWarning } from './HoldLine'
import { ImportantInfo } from './ImportantInfo'
import { LinkedSummary } from './lazy-parts'
import { OperatorBalance } from './OperatorBalance'
import { PriceBreakdown } from './PriceBreakdown'
import { BOOKING_LOAD } from './StartFailure'
import { StepIndicator } from './StepIndicator'

/** What the frame passes to its step. */
export interface StepContext {
  depositError: RequestError | undefined
  retry: () => void
  /** While a payment is being checked, the unit is held without an end: no time is shown. */
  setHoldHasNoEnd: (hasNoEnd: boolean) => void
}

const DETAILS_LOAD = 'There was an error while loading your details. Please try again.'
const PARTY_LOAD = 'There was an error while loading your party details. Please try again.'

/**
 * The frame of a step: the indicator above it, the price breakdown beside it, the end of the hold, and
 * what is said while the step's data loads or when it could not be loaded.
 */
export function StepFrame({
  booking,
  load,
  warning,
  step,
}: {
  booking: BookingState
  load: BookingLoad
  /** What to say about the end of the hold. */
  warning: HoldNotice
  step: StepName
}) {
  const besideStep = useAtLeast('lg')
  const folded = !besideStep && step !== 'PAYMENT'
  const [holdHasNoEnd, setHoldHasNoEnd] = useState(false)
  const context: StepContext = {
    depositError: load.depositError,
    retry: load.retry,
    setHoldHasNoEnd,
  }
  const depositKnown = booking.type === 'existing' || (!load.loading && !load.depositError)
  const showsSpinner = booking.type === 'new' && load.loading && step !== 'PAYMENT_ACTION'
  const failed = step === 'PAYMENT_ACTION' ? undefined : load.error
  // The keys differ between the payment step and the payment's result, so that React makes new
  // elements: reused ones would move visibly when one page replaces the other.
  const page = step === 'PAYMENT_ACTION' ? 'result' : 'step'
  if (failed && hasCode(failed, 'BOOKING_STATE')) return <BookingClosed error={failed} />
  if (failed && step === 'DETAILS') return <DetailsNotLoaded error={failed} retry={load.retry} />
  return (
    <>
      {booking.type === 'new' ? (
        <StepIndicator key={page} step={step} />
      ) : (
        <BalanceHeading key={page} booking={booking} />
      )}
      <LoadingError
        key={`content of the ${page}`}
        fetching={showsSpinner}
        error={loadErrorText(failed, BOOKING_LOAD)}
        onRetry={load.retry}
        loadingText="Loading booking data, please wait..."
      >
        {step === 'PAYMENT_ACTION' ? (
          <>
            {/* As tall as the bank's challenge, so that nothing moves when that appears. */}
            <div className="min-h-[560px]">
              <Outlet context={context} />
            </div>
            {holdHasNoEnd ? null : <HoldLine className="mx-auto mt-3 max-w-[560px]" />}
          </>
        ) : (
          <div className="grid items-start gap-x-11 gap-y-7 lg:grid-cols-[minmax(0,1fr)_384px]">
            <aside className="lg:sticky lg:top-5 lg:order-2">
              {booking.linked ? (
                <LazyPart wanted loading={null}>
                  <LinkedSummary booking={booking} />
                </LazyPart>
              ) : (
                <PriceBreakdown depositKnown={depositKnown} folded={folded} />
              )}
              {/* The payment step says it below its options. */}
              {step === 'PAYMENT' ? null : <OperatorBalance className="mt-4" />}
              {booking.linked ? null : <ImportantInfo />}
            </aside>
            <div className="min-w-0 lg:order-1">
              <Outlet context={context} />
              {step === 'PAYMENT' ? <HoldLine className="mt-4 justify-center text-muted" /> : null}
            </div>
          </div>
        )}
      </LoadingError>
      <HoldWarning notice={holdHasNoEnd ? 'none' : warning} />
    </>
  )
}

/** Step 2 when its data could not be loaded: each part of the page says so. */
function DetailsNotLoaded({ error, retry }: { error: RequestError; retry: () => void }) {
  const parts = [
    { title: 'Your details', heading: 'h1', className: 'display mb-4 text-h1', text: DETAILS_LOAD },
    {
      title: 'Who is coming',
      heading: 'h2',
      className: 'mb-3 text-h3 font-bold',
      text: PARTY_LOAD,
    },
  ] as const
  return (
    <>
      <StepIndicator step="DETAILS" />
      <div className="grid gap-9">
        {parts.map(({ title, heading: Heading, className, text }) => (
          <section key={title} aria-label={title}>
            <Heading className={className}>{title}</Heading>
            <LoadingError fetching={false} error={loadErrorText(error, text)} onRetry={retry} />
          </section>
        ))}
      </div>
    </>
  )
}

/** The heading for a payment towards an existing booking. */
function BalanceHeading({ booking }: { booking: BookingState }) {
  if (booking.linked) return <h1 className="display pt-7 pb-5 text-h1">Pay for a holiday</h1>
  return (
    <div className="pt-7 pb-5">
      <h1 className="display text-h1">Pay Holiday Balance</h1>
      <p className="mt-1 text-muted">
        Holiday Booking Ref <b className="text-ink">{booking.bookingId}</b>
      </p>
    </div>
  )
}
