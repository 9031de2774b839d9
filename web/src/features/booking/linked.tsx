/** The parts of the payment pages for somebody who pays by a link, and sees nothing else of the booking. */
import { useEffect, useState } from 'react'
import { useNavigate } from '../../router'
import { errorMessages, useAppDispatch } from '../../api'
import { ButtonLink, LoadingError, Notice } from '../../ui'
import { SuccessIcon } from '../../ui/icons'
import { formatPence } from '../../rules/money'
import { plural } from '../../rules/plural'
import { linkOpened } from './booking-slice'
import type { BookingState } from './booking-state'
import { openPayLinkCall } from './calls'
import { stayDate } from './StaySummary'
import { stayDates } from './state'
import { stepPaths } from './step-paths'

const UNREACHABLE = 'There was an error while accessing the server. Please try again.'

/** Loads what a link asks for. The address then has the token no more. */
export function LinkOpening({ token }: { token: string }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [tries, setTries] = useState(0)
  const [refused, setRefused] = useState<{ text: string; again: boolean }>()
  useEffect(() => {
    const abort = new AbortController()
    void dispatch(openPayLinkCall.run({ token }, { signal: abort.signal })).then((result) => {
      if (abort.signal.aborted) return
      if (result.ok) {
        dispatch(linkOpened({ token, stay: result.data }))
        navigate(stepPaths.PAYMENT, { replace: true })
        return
      }
      const { status } = result.error
      const decided = status >= 400 && status < 500 && status !== 429
      setRefused(
        decided
          ? { text: errorMessages(result.error).join(' '), again: false }
          : { text: UNREACHABLE, again: true },
      )
    })
    return () => abort.abort()
  }, [token, tries, dispatch, navigate])
  if (refused && !refused.again)
    return (
      <div className="mx-auto max-w-[560px] py-10">
        <h1 className="display mb-5 text-h2">Pay for a holiday</h1>
        <Notice live focused>
          <p>{refused.text}</p>
        </Notice>
        <ButtonLink href="/" variant="secondary" className="mt-5">
          Find a holiday
        </ButtonLink>
      </div>
    )
  return (
    <LoadingError
      fetching={refused === undefined}
      error={refused?.text}
      onRetry={() => {
        setRefused(undefined)
        setTries(tries + 1)
      }}
      loadingText="Loading, please wait..."
    />
  )
}

/** The stay and the sum. */
export function LinkedSummary({ booking }: { booking: BookingState }) {
  return (
    <section aria-label="What you pay for" className="card p-card">
      <Stay booking={booking} />
      <p className="mt-4 flex items-center justify-between gap-4 border-t border-line pt-3 font-bold">
        <span>To pay</span>
        <span className="tabular text-price-sm">{formatPence(booking.totalCost ?? 0)}</span>
      </p>
    </section>
  )
}

function Stay({ booking }: { booking: BookingState }) {
  const { arrival, departure } = stayDates(booking)
  return (
    <>
      <p className="text-lead/6 font-bold">{booking.parkName}</p>
      <p className="text-muted">{`${stayDate(arrival)} to ${stayDate(departure)}`}</p>
      <p className="text-muted">{plural(booking.duration ?? 0, 'night')}</p>
    </>
  )
}

/** Shown after the payment. */
export function LinkedReceipt({ booking }: { booking: BookingState }) {
  return (
    <div className="mx-auto max-w-[560px] py-10">
      <p className="flex items-center gap-2 font-bold text-success">
        <SuccessIcon size={24} aria-hidden="true" />
        {`Paid ${formatPence(booking.receipt?.paidNow ?? 0)}`}
      </p>
      <h1 className="display mt-2 text-title lg:text-h1">Your payment has been received</h1>
      <p className="mt-3 text-lead">
        Thank you. Whoever sent you the link sees that it is paid. If you gave us your email
        address, we have sent you a receipt.
      </p>
      <section aria-label="What you paid for" className="card mt-6 p-card">
        <Stay booking={booking} />
      </section>
      <ButtonLink href="/" variant="secondary" className="mt-6">
        Find a holiday
      </ButtonLink>
    </div>
  )
}
