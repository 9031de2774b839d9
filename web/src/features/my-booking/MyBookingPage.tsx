import { useContext, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { Navigate, useLocation, useNavigate } from '../../router'
import { useAppDispatch } from '../../api'
import type { ExistingBooking, Payment, RefundDue } from '../../api/schema'
import { t } from '../../brands'
import { Button, ButtonLink, Notice } from '../../ui'
import { AlertIcon, ClockIcon, PhoneIcon, SearchIcon } from '../../ui/icons'
import { formatMedium, parseDate } from '../../rules/dates'
import { formatMoney } from '../../rules/money'
import { OpenDocument, ParkNotes, priceLines, PriceLines, stepPaths, SumLine } from '../booking'
import { selectPocket, selectPriceWatch } from '../catalogue'
import { Page, PageHeader, useFreshDocument } from '../page'
import { usePark } from '../park-data'
import { CancelBooking } from './CancelBooking'
import { ChangeStay } from './ChangeStay'
import { CorrectDetails } from './CorrectDetails'
import { forget, openBooking, payBalance, refreshBooking } from './lookup'
import { selectPreviousBooking } from './previous-booking-slice'
import { ShareBalance } from './ShareBalance'
import { Ticket } from './Ticket'

/** /my-booking: the booking that was found, shown like a ticket. */
export function MyBookingPage() {
  useFreshDocument()
  const booking = useSelector(selectPreviousBooking)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [paying, setPaying] = useState(false)
  const opening = useOpening()
  useRefresh(opening ? undefined : booking)
  const openDocument = useContext(OpenDocument)
  if (opening) return null
  if (!booking) return paying ? null : <Navigate to="/login" replace />

  const pay = () => {
    setPaying(true)
    dispatch(payBalance(booking))
    openDocument(stepPaths.PAYMENT)
  }
  const lookUpAnother = () => {
    dispatch(forget(booking))
    navigate('/login')
  }
  return (
    <Page title="Your booking" noindex>
      <div className="page-width section">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
          <PageHeader title="My Booking" />
          <Button variant="secondary" icon={SearchIcon} onClick={lookUpAnother}>
            View A Different Booking
          </Button>
        </div>
        <PaymentChecked booking={booking} />
        <Ticket booking={booking} onPay={pay} />
        <div className="mt-5 grid items-start gap-5 md:grid-cols-2 lg:grid-cols-3">
          <Payments booking={booking} />
          <Price booking={booking} />
          <ShareBalance booking={booking} />
          <ChangeStay booking={booking} />
          <CancelBooking booking={booking} />
          <CorrectDetails booking={booking} />
          <WatchPrice booking={booking} />
          <TakeAlong booking={booking} />
          <Help />
          <BeforeYouTravel booking={booking} />
        </div>
      </div>
    </Page>
  )
}

/**
 * Opens the booking that the fragment of the address names, once, and takes it out of the address.
 * True until it is there.
 */
function useOpening(): boolean {
  const { hash } = useLocation()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const id = new URLSearchParams(hash.slice(1)).get('booking')
  useEffect(() => {
    if (id === null) return undefined
    const abort = new AbortController()
    void dispatch(openBooking(id, abort.signal)).then(() => {
      if (!abort.signal.aborted) navigate('/my-booking', { replace: true })
    })
    return () => abort.abort()
  }, [id, dispatch, navigate])
  return id !== null
}

/** Says that a payment is still being checked, and whether the booking is confirmed without it. */
function PaymentChecked({ booking: { status, paymentPending } }: { booking: ExistingBooking }) {
  if (!paymentPending) return null
  return (
    <Notice className="mb-5">
      <p>{`${status === 'pending' ? NOT_CONFIRMED : BEING_CHECKED} Please do not pay again.`}</p>
    </Notice>
  )
}

const NOT_CONFIRMED =
  'Your payment is still being checked, so this booking is not confirmed yet. We keep the holiday for you meanwhile.'
const BEING_CHECKED = 'A payment for this booking is still being checked.'

/**
 * Loads the current state of the booking after a reload of the page; while a payment is being
 * checked, also when the visitor comes back to it.
 */
function useRefresh(booking: ExistingBooking | undefined) {
  const dispatch = useAppDispatch()
  const id = booking?.bookingId
  useEffect(() => {
    if (id === undefined) return undefined
    const abort = new AbortController()
    const refresh = () => {
      if (!document.hidden) void dispatch(refreshBooking(id, abort.signal))
    }
    refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => {
      abort.abort()
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [id, dispatch])
}

const methods: Readonly<Record<string, string>> = {
  card: 'Card',
  wallet: 'PayPal',
  voucher: 'Voucher',
  elsewhere: 'Paid elsewhere',
}

/** How a payment was made or returned. */
function methodText({ method, by }: Payment, returned: boolean): string {
  if (method === 'link') return `Link${by ? ` for ${by}` : ''}${returned ? ', returned' : ''}`
  if (returned && method === 'elsewhere') return 'Returned in another way than you paid'
  return `${methods[method] ?? method}${returned ? ', returned' : ''}`
}

/** What was paid and returned so far, and refunds that are under way. */
function Payments({ booking }: { booking: ExistingBooking }) {
  return (
    <section className="card p-card md:p-6">
      <h2 className="display mb-3 text-part md:text-h3">Payments made</h2>
      <table className="w-full text-left">
        <thead className="text-small text-muted">
          <tr>
            <th className="py-2 font-semibold">Date</th>
            <th className="py-2 font-semibold">Method</th>
            <th className="py-2 text-right font-semibold">Amount</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {booking.payments.map((payment, index) => (
            <tr key={`${index} ${payment.date}`} className="border-t border-line">
              <td className="py-2.5">{paymentDay(payment.date)}</td>
              <td className="py-2.5">{methodText(payment, payment.amount.startsWith('-'))}</td>
              <td className="py-2.5 text-right font-bold">{formatMoney(payment.amount)}</td>
            </tr>
          ))}
          <tr className="border-t border-line font-bold">
            <td className="py-2.5" colSpan={2}>
              Amount paid
            </td>
            <td className="py-2.5 text-right">{formatMoney(booking.amountPaid)}</td>
          </tr>
        </tbody>
      </table>
      {booking.refunds?.map((refund, index) => (
        <p key={`${index} ${refund.amount}`} className="mt-4 flex items-start gap-3">
          {refund.failed ? (
            <AlertIcon size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />
          ) : (
            <ClockIcon size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
          )}
          <span>{refundText(refund)}</span>
        </p>
      ))}
    </section>
  )
}

/** The text about money that has not been returned yet. */
function refundText({ amount, method, failed }: RefundDue): string {
  if (method === 'link')
    return failed
      ? `We could not return ${formatMoney(amount)} to whoever paid by your link. Please call us about it.`
      : `A refund of ${formatMoney(amount)} to whoever paid by your link is under way.`
  const [where, who] =
    method === 'wallet' ? ['your PayPal account', 'PayPal'] : ['your card', 'Your bank']
  return failed
    ? `We could not return ${formatMoney(amount)} to ${where}. Please call us about it.`
    : `A refund of ${formatMoney(amount)} to ${where} is under way. ${who} may need a few days to show it.`
}

/** What the price is made of. */
function Price({ booking }: { booking: ExistingBooking }) {
  return (
    <section className="card p-card md:p-6">
      <h2 className="display mb-3 text-part md:text-h3">Price</h2>
      <dl>
        <PriceLines lines={priceLines(booking.lines)} />
        <SumLine label="Total cost" amount={formatMoney(booking.totalCost)} strong ruled />
      </dl>
    </section>
  )
}

/**
 * Asks for an e-mail when the stay costs less than it was booked for; nothing where that is switched
 * off. The browser sends the form itself, and the server's page says what happens next.
 */
function WatchPrice({ booking: { bookingId, status } }: { booking: ExistingBooking }) {
  if (!useSelector(selectPriceWatch) || status !== 'confirmed') return null
  return (
    <section className="card p-card md:p-6">
      <h2 className="display mb-3 text-part md:text-h3">If the price falls</h2>
      <p>Your booking keeps its price. We can tell you when your stay costs less.</p>
      <form method="post" action="/watch/booking" className="mt-5">
        <input type="hidden" name="bookingId" value={bookingId} />
        <Button type="submit" variant="secondary">
          Tell me when my stay costs less
        </Button>
      </form>
    </section>
  )
}

/** Leads to the page of the booking that a guest keeps on the phone; nothing where there is none. */
function TakeAlong({ booking: { bookingId, status } }: { booking: ExistingBooking }) {
  if (!useSelector(selectPocket) || status !== 'confirmed') return null
  return (
    <section className="card p-card md:p-6">
      <h2 className="display mb-3 text-part md:text-h3">Take it with you</h2>
      <p>
        Arrival, map, gate code and contacts on one page, which also opens without a connection.
      </p>
      <p className="mt-5">
        <a href={`/pocket/${bookingId}`} className="text-link">
          Open the page to keep
        </a>
      </p>
    </section>
  )
}

/** What the park asks of its guests. It is last, because it is loaded late. */
function BeforeYouTravel({
  booking: { parkId, rules = [], status },
}: {
  booking: ExistingBooking
}) {
  const park = usePark(status === 'cancelled' ? undefined : parkId)
  if (status === 'cancelled' || (!park?.importantInfo && rules.length === 0)) return null
  return (
    <section className="card p-card md:p-6 lg:col-span-full">
      <h2 className="display mb-3 text-part md:text-h3">Before you travel</h2>
      <ParkNotes rules={rules} park={park} />
    </section>
  )
}

function paymentDay(text: string): string {
  const date = parseDate(text)
  return date === undefined ? text : formatMedium(date)
}

/** How to reach somebody who can change the booking. */
function Help() {
  const phone = t('support.phone')
  return (
    <section className="flex flex-col rounded-card bg-sunk p-card md:p-6">
      <h2 className="display text-part md:text-h3">Something to change?</h2>
      <p className="mt-2">Have your booking reference ready when you ring.</p>
      <p className="mb-5 text-muted">{t('support.hours')}</p>
      <ButtonLink href={`tel:${phone}`} variant="secondary" icon={PhoneIcon} className="mt-auto">
        {phone}
      </ButtonLink>
    </section>
  )
}
