import { useContext, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from '../../router'
import { LazyPart, LoadingError } from '../../ui'
import { Page, useFreshDocument } from '../page'
import type { BookingState, StepName } from './booking-state'
import { type BookingLoad, useBookingData } from './booking-data'
import { HolidayGone, NoBooking, ReturnedFromWallet, TimedOut } from './endings'
import { type HoldNotice, useHold } from './hold'
import { LinkOpening } from './lazy-parts'
import { OpenDocument } from './open-document'
import { StartFailure } from './StartFailure'
import { useBookingState } from './state'
import { StepFrame } from './StepFrame'
import { stepPaths } from './step-paths'
import { isPaying, openStep, stepOfPath } from './steps'

const titles: Readonly<Record<StepName, string>> = {
  EXTRAS: 'Extras',
  DETAILS: 'Your details',
  PAYMENT: 'Payment',
  PAYMENT_ACTION: 'Confirm payment',
  CONFIRMATION: 'Booking confirmed',
}

/** The page of all booking steps. It watches the hold and decides which step may be shown. */
export function BookingLayout() {
  useFreshDocument()
  const { pathname, search, hash } = useLocation()
  const booking = useBookingState((state) => state.booking)
  const hasAttempt = useBookingState(({ payment }) => payment.paymntRecId !== undefined)
  const requested = stepOfPath(pathname)
  const load = useBookingData(openStep(booking, requested, hasAttempt) === 'PAYMENT_ACTION')
  const { warning } = useHold()
  const fromWallet = requested === 'PAYMENT_ACTION' && new URLSearchParams(search).has('token')
  // What follows the # is sent to nobody, also not to our own server.
  const link = requested === 'PAYMENT' && hash.startsWith('#L') ? hash.slice(1) : undefined
  return (
    <Page title={titles[requested]} noindex>
      {/* At least as tall as the screen, so that the footer does not move when the data arrives.
         Twice as tall while data loads, so that a browser which restores the scroll position can do
         so at once. `data-passing` marks content that another step's page will soon replace: the
         same height is kept for that page, which may be scrolled to a message far down. */}
      <div
        className={`page-width pb-12 has-data-passing:min-h-[200dvh] ${load.loading ? 'min-h-[200dvh]' : 'min-h-dvh'}`}
      >
        <Content
          {...{ link, booking, hasAttempt, load, warning, requested, fromWallet, pathname }}
        />
      </div>
    </Page>
  )
}

interface ContentProps {
  /** The token of a link by which somebody else pays. */
  link: string | undefined
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
  link,
  booking,
  hasAttempt,
  load,
  warning,
  requested,
  fromWallet,
  pathname,
}: ContentProps) {
  if (link !== undefined)
    return (
      <LazyPart wanted loading={null}>
        <LinkOpening token={link} />
      </LazyPart>
    )
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
  return <StepFrame {...{ booking, load, warning, step: open }} />
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
