import { useContext, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { errorMessages, loadErrorText, type RequestError, showsCodes } from '../../api'
import { LoadingError, useAtLeast } from '../../ui'
import { Page, useFreshDocument } from '../page'
import type { BookingState, StepName } from './booking-state'
import { type BookingLoad, useBookingData } from './booking-data'
import {
  BookingClosed,
  HolidayGone,
  NoBooking,
  PriceChanged,
  ReturnedFromWallet,
  TimedOut,
  UnitTaken,
} from './endings'
import { type HoldNotice, useHold } from './hold'
import { ImportantInfo } from './ImportantInfo'
import { HoldLine, HoldWarning } from './HoldLine'
import { OpenDocument } from './open-document'
import { PriceBreakdown } from './PriceBreakdown'
import { changedPrice, hasCode } from './start-booking'
import { useBookingState } from './state'
import { StepIndicator } from './StepIndicator'
import { stepPaths } from './step-paths'
import { isPaying, openStep, stepOfPath } from './steps'

/** What the layout passes to its steps. */
export interface StepContext {
  depositError: RequestError | undefined
  retry: () => void
  /** While a payment is being checked, the unit is held without an end: no time is shown. */
  setHoldHasNoEnd: (hasNoEnd: boolean) => void
}

const titles: Readonly<Record<StepName, string>> = {
  EXTRAS: 'Extras',
  DETAILS: 'Your details',
  PAYMENT: 'Payment',
  PAYMENT_ACTION: 'Confirm payment',
  CONFIRMATION: 'Booking confirmed',
}

/**
 * The frame of all booking steps. It decides which step may be shown, watches the hold, and shows
 * the price breakdown beside the step.
 */
export function BookingLayout() {
  useFreshDocument()
  const { pathname, search } = useLocation()
  const booking = useBookingState((state) => state.booking)
  const hasAttempt = useBookingState(({ payment }) => payment.paymntRecId !== undefined)
  const requested = stepOfPath(pathname)
  const load = useBookingData(openStep(booking, requested, hasAttempt) === 'PAYMENT_ACTION')
  const { warning } = useHold()
  const fromWallet = requested === 'PAYMENT_ACTION' && new URLSearchParams(search).has('token')
  return (
    <Page title={titles[requested]} noindex>
      {/* At least as tall as the screen, so that the footer does not move when the data arrives.
         Twice as tall while data loads, so that a browser which restores the scroll position can do
         so at once. `data-passing` marks content that another step's page will soon replace: the
         same height is kept for that page, which may be scrolled to a message far down. */}
      <div
        className={`page-width pb-12 has-data-passing:min-h-[200dvh] ${load.loading ? 'min-h-[200dvh]' : 'min-h-dvh'}`}
      >
        <Content {...{ booking, hasAttempt, load, warning, requested, fromWallet, pathname }} />
      </div>
    </Page>
  )
}

interface ContentProps {
  booking: BookingState
  /** Whether a payment attempt was begun. */
  hasAttempt: boolean
  load: BookingLoad
  /** What to say about the end of the hold. */
  warning: HoldNotice
  requested: StepName
  /** Whether the visitor comes from the wallet's pages. */
  fromWallet: boolean
  pathname: string
}

function Content({
  booking,
  hasAttempt,
  load,
  warning,
  requested,
  fromWallet,
  pathname,
}: ContentProps) {
  const inProgress = booking.bookingId ?? booking.pendingParams ?? booking.confirmationId
  if (booking.unitGone) return <HolidayGone gone={booking.unitGone} />
  if (requested === 'CONFIRMATION') return <Outlet />
  if (inProgress === undefined) return fromWallet ? <ReturnedFromWallet /> : <NoBooking />
  if (booking.bookingTimedOut && !isPaying(booking)) return <TimedOut hasAttempt={hasAttempt} />
  if (booking.pendingParams && load.error) return <StartFailure booking={booking} load={load} />

  const open = booking.pendingParams ? 'EXTRAS' : openStep(booking, requested, hasAttempt)
  if (needsDocument(requested, open)) return <ToDocument path={stepPaths[open]} />
  if (stepPaths[open] !== pathname.replace(/\/+$/, ''))
    return (
      <div data-passing>
        <Navigate to={stepPaths[open]} replace />
      </div>
    )
  return <Steps {...{ booking, load, warning, step: open }} />
}

const paymentSteps: readonly StepName[] = ['PAYMENT', 'PAYMENT_ACTION']

/**
 * Whether the change from one step to another enters or leaves the payment pages, which are
 * separate documents.
 */
function needsDocument(from: StepName, to: StepName): boolean {
  return paymentSteps.includes(from) !== paymentSteps.includes(to)
}

/** Opens a step as a separate document. */
function ToDocument({ path }: { path: string }) {
  const openDocument = useContext(OpenDocument)
  useEffect(() => openDocument(path, true), [openDocument, path])
  return (
    <LoadingError fetching error={undefined} loadingText="Loading booking data, please wait..." />
  )
}

/** Shown when the booking could not be started. */
function StartFailure({
  booking,
  load: { error, retry },
}: {
  booking: BookingState
  load: BookingLoad
}) {
  const { pendingParams, parkBookingUrl } = booking
  const changed = changedPrice(error)
  if (changed && pendingParams) return <PriceChanged params={pendingParams} {...changed} />
  if (hasCode(error, 'UNIT_UNAVAILABLE')) return <UnitTaken parkBookingUrl={parkBookingUrl} />
  return <LoadingError fetching={false} error={startFailureText(error)} onRetry={retry} />
}

/**
 * The server's message for a refused start, 'Booking failed' where it has none, or the load text
 * when there was no answer.
 */
export function startFailureText(error: RequestError | undefined): string | undefined {
  const refused = error && error.status >= 400 && error.status < 500
  if (refused)
    return error.errors.length > 0
      ? errorMessages(error, showsCodes(error)).join('\n')
      : 'Booking failed'
  return loadErrorText(error, BOOKING_LOAD)
}

const BOOKING_LOAD = 'There was an error while loading the booking data. Please try again.'
const DETAILS_LOAD = 'There was an error while loading your details. Please try again.'
const PARTY_LOAD = 'There was an error while loading your party details. Please try again.'

function Steps({
  booking,
  load,
  warning,
  step,
}: Pick<ContentProps, 'booking' | 'load' | 'warning'> & { step: StepName }) {
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
              <PriceBreakdown depositKnown={depositKnown} folded={folded} />
              <ImportantInfo />
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
  return (
    <div className="pt-7 pb-5">
      <h1 className="display text-h1">Pay Holiday Balance</h1>
      <p className="mt-1 text-muted">
        Holiday Booking Ref <b className="text-ink">{booking.bookingId}</b>
      </p>
    </div>
  )
}
