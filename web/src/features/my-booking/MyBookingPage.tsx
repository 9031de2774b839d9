import { type ReactNode, useContext, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { Navigate, useNavigate } from 'react-router'
import { useAppDispatch } from '../../api'
import type { ExistingBooking, RefundDue } from '../../api/schema'
import { imageUrl, t } from '../../brands'
import { Button, ButtonLink, Notice, Tag } from '../../ui'
import { AlertIcon, ClockIcon, PhoneIcon, SearchIcon, SuccessIcon } from '../../ui/icons'
import { outstandingOf } from '../../rules/amounts'
import { addDays, type CalendarDate, formatMedium, parseDate, weekdayName } from '../../rules/dates'
import { formatMoney, formatPence, type Pence, toPence } from '../../rules/money'
import { plural } from '../../rules/plural'
import { OpenDocument, StayLinks, stepPaths, SumLine } from '../booking'
import { Page, PageHeader, useFreshDocument } from '../page'
import { usePark } from '../park-data'
import { forget, payBalance, refreshBooking } from './lookup'
import { selectPreviousBooking } from './previous-booking-slice'

/** /my-booking: the booking that was found, shown like a ticket. */
export function MyBookingPage() {
  useFreshDocument()
  const booking = useSelector(selectPreviousBooking)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [paying, setPaying] = useState(false)
  useRefreshed(booking)
  const openDocument = useContext(OpenDocument)
  if (!booking) return paying ? null : <Navigate to="/login" replace />

  const pay = () => {
    setPaying(true)
    dispatch(payBalance(booking))
    openDocument(stepPaths.PAYMENT)
  }
  const another = () => {
    dispatch(forget(booking))
    void navigate('/login')
  }
  return (
    <Page title="Your booking" noindex>
      <div className="page-width section">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
          <PageHeader title="My Booking" />
          <Button variant="secondary" icon={SearchIcon} onClick={another}>
            View A Different Booking
          </Button>
        </div>
        <Checking booking={booking} />
        <Ticket booking={booking} onPay={pay} />
        <div className="mt-5 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
          <Payments booking={booking} />
          <Price booking={booking} />
          <Help />
        </div>
      </div>
    </Page>
  )
}

/** Says that the result of a payment is not known yet, and of which booking. */
function Checking({ booking: { status, paymentPending } }: { booking: ExistingBooking }) {
  if (!paymentPending) return null
  return (
    <Notice className="mb-5">
      <p>{status === 'pending' ? NOT_CONFIRMED : BEING_CHECKED} Please do not pay again.</p>
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
function useRefreshed(booking: ExistingBooking | undefined) {
  const dispatch = useAppDispatch()
  const id = booking?.bookingId
  useEffect(() => {
    if (id === undefined) return undefined
    const flight = new AbortController()
    const refresh = () => {
      if (!document.hidden) void dispatch(refreshBooking(id, flight.signal))
    }
    refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => {
      flight.abort()
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [id, dispatch])
}

const dayText = (date: CalendarDate | undefined) =>
  date === undefined ? '' : `${weekdayName(date).slice(0, 3)} ${formatMedium(date)}`

function Ticket({ booking, onPay }: { booking: ExistingBooking; onPay: () => void }) {
  const arrival = parseDate(booking.arrivalDate)
  const total = toPence(booking.totalCost) ?? 0
  const paid = toPence(booking.amountPaid) ?? 0
  const cancelled = booking.status === 'cancelled'
  const party = [
    plural(booking.adults, 'adult'),
    booking.children > 0
      ? `${booking.children} ${booking.children === 1 ? 'child' : 'children'}`
      : '',
    booking.under5s > 0 ? `${booking.under5s} under 5` : '',
  ]
  return (
    <article className="card grid overflow-hidden lg:grid-cols-[380px_minmax(0,1fr)_320px]">
      <div className="card-picture lg:mb-(--print-margin)!">
        <img
          src={imageUrl(`units/${encodeURIComponent(booking.unitTypeId)}`)}
          alt=""
          width={600}
          height={400}
          className="aspect-[3/2] h-full w-full bg-skeleton object-cover lg:aspect-auto"
        />
      </div>
      <div className="p-5 md:p-7">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <h2 className="text-h3 font-bold [font-stretch:var(--display-width)]">
              {booking.parkName}
            </h2>
            <p className="text-muted">{booking.unitDesc}</p>
          </div>
          <StatusTag status={booking.status} />
        </div>
        <dl className="mt-5 grid grid-cols-2 gap-4">
          <Fact label="Check In">{dayText(arrival)}</Fact>
          <Fact label="Check Out">{dayText(arrival && addDays(arrival, booking.duration))}</Fact>
          <Fact label="Nights">{booking.duration}</Fact>
          <Fact label="Your Party">{party.filter(Boolean).join(', ')}</Fact>
        </dl>
        {cancelled ? null : (
          <>
            {booking.status === 'pending' ? null : <Journey booking={booking} />}
            <PaidBar paid={paid} total={total} />
          </>
        )}
      </div>
      <Balance
        booking={booking}
        outstanding={cancelled ? 0 : outstandingOf(total, paid)}
        onPay={onPay}
      />
    </article>
  )
}

/** The links for the way to the park. Their space is there before the park is loaded. */
function Journey({ booking }: { booking: ExistingBooking }) {
  const park = usePark(booking.parkId)
  const arrival = parseDate(booking.arrivalDate)
  return (
    <div className="mt-3 min-h-11">
      {park && arrival ? (
        <StayLinks
          park={park}
          reference={booking.bookingId}
          unit={booking.unitDesc}
          arrival={arrival}
          departure={addDays(arrival, booking.duration)}
        />
      ) : null}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="text-lead/6 font-bold">{children}</dd>
    </div>
  )
}

function StatusTag({ status }: { status: string }) {
  if (status === 'cancelled')
    return (
      <Tag kind="left" icon={AlertIcon}>
        Cancelled
      </Tag>
    )
  if (status === 'pending') return <Tag icon={ClockIcon}>Payment pending</Tag>
  return (
    <Tag icon={SuccessIcon} className="bg-success-tint text-success">
      Confirmed
    </Tag>
  )
}

/** How much of the price is paid, as text and as a bar. */
function PaidBar({ paid, total }: { paid: Pence; total: Pence }) {
  const share = total > 0 ? Math.min(100, (paid / total) * 100) : 100
  return (
    <div className="mt-6 border-t border-line pt-4">
      <p className="flex justify-between gap-4 text-small">
        <span>
          Amount paid <b>{formatPence(paid)}</b>
        </span>
        <span className="text-muted">Total cost {formatPence(total)}</span>
      </p>
      <div
        aria-hidden="true"
        className="mt-2 h-3 overflow-hidden rounded-full border border-line bg-sunk"
      >
        <div
          className="h-full bg-ink forced-color-adjust-none forced-colors:bg-[CanvasText]"
          style={{ width: `${share}%` }}
        />
      </div>
    </div>
  )
}

/** The reference, what is left to pay, and the button to pay it. */
function Balance({
  booking,
  outstanding,
  onPay,
}: {
  booking: ExistingBooking
  outstanding: Pence
  onPay: () => void
}) {
  const due = parseDate(booking.dueDate ?? '')
  const ours = booking.balanceTo !== 'operator'
  const payable = ours && outstanding > 0 && !booking.paymentPending
  const settled = booking.status === 'cancelled' ? formatPence(0) : 'Paid.'
  return (
    <div className="flex flex-col gap-5 border-t-2 border-dashed border-line bg-sunk p-5 md:p-7 lg:border-t-0 lg:border-l-2">
      <dl className="grid gap-5">
        <div>
          <dt className="caption">Holiday Booking Ref</dt>
          <dd className="text-price-md font-bold [font-stretch:80%]">{booking.bookingId}</dd>
        </div>
        <div>
          <dt className="caption">Outstanding Amount</dt>
          <dd className="tabular text-amount font-bold [font-stretch:86%]">
            {outstanding > 0 ? formatPence(outstanding) : settled}
          </dd>
        </div>
      </dl>
      {outstanding > 0 && !ours ? (
        <p className="text-small">
          The balance of {formatPence(outstanding)} is payable direct to the park operator.
        </p>
      ) : null}
      {payable && due ? (
        <p className="-mt-4 text-small text-muted">
          Outstanding amount to pay before {formatMedium(due)}: {formatPence(outstanding)}
        </p>
      ) : null}
      {payable ? (
        <Button size="lg" fullWidth onClick={onPay} className="mt-auto">
          Pay Holiday Balance
        </Button>
      ) : null}
    </div>
  )
}

const methods: Readonly<Record<string, string>> = {
  card: 'Card',
  wallet: 'PayPal',
  voucher: 'Voucher',
  elsewhere: 'Paid elsewhere',
}

function Payments({ booking }: { booking: ExistingBooking }) {
  return (
    <section className="card p-5 md:p-6">
      <h2 className="mb-3 text-h3 font-bold">Payments made</h2>
      <table className="w-full text-left">
        <thead className="text-small text-muted">
          <tr>
            <th className="py-2 font-semibold">Date</th>
            <th className="py-2 font-semibold">Method</th>
            <th className="py-2 text-right font-semibold">Amount</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {booking.payments.map(({ date, amount, method }, index) => (
            <tr key={`${index} ${date}`} className="border-t border-line">
              <td className="py-2.5">{paymentDay(date)}</td>
              <td className="py-2.5">
                {methods[method] ?? method}
                {amount.startsWith('-') ? ', returned' : ''}
              </td>
              <td className="py-2.5 text-right font-bold">{formatMoney(amount)}</td>
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

/** What is said about money that is to be returned and is not yet. */
function refundText({ amount, method, failed }: RefundDue): string {
  const [where, who] =
    method === 'wallet' ? ['your PayPal account', 'PayPal'] : ['your card', 'Your bank']
  return failed
    ? `We could not return ${formatMoney(amount)} to ${where}. Please call us about it.`
    : `A refund of ${formatMoney(amount)} to ${where} is under way. ${who} may need a few days to show it.`
}

/** What the price is made of. */
function Price({ booking }: { booking: ExistingBooking }) {
  return (
    <section className="card p-5 md:p-6">
      <h2 className="mb-3 text-h3 font-bold">Price</h2>
      <dl>
        {booking.lines?.map(({ label, amount }, index) => {
          const pence = toPence(amount) ?? 0
          return (
            <SumLine
              key={`${index} ${label}`}
              label={label}
              amount={pence < 0 ? `−${formatPence(-pence)}` : formatPence(pence)}
              saving={pence < 0}
            />
          )
        })}
        <SumLine label="Total cost" amount={formatMoney(booking.totalCost)} strong ruled />
      </dl>
    </section>
  )
}

function paymentDay(text: string): string {
  const date = parseDate(text)
  return date === undefined ? text : formatMedium(date)
}

function Help() {
  const phone = t('support.phone')
  return (
    <section className="flex flex-col rounded-card bg-sunk p-5 md:p-6">
      <h2 className="text-h3 font-bold">Something to change?</h2>
      <p className="mt-2">Have your booking reference ready when you ring.</p>
      <p className="mb-5 text-muted">{t('support.hours')}</p>
      <ButtonLink
        href={`tel:${phone.replaceAll(' ', '')}`}
        variant="secondary"
        icon={PhoneIcon}
        className="mt-auto"
      >
        {phone}
      </ButtonLink>
    </section>
  )
}
