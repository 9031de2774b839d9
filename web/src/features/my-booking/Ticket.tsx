import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import type { ExistingBooking } from '../../api/schema'
import { imageUrl } from '../../brands'
import { outstandingOf } from '../../rules/amounts'
import {
  addDays,
  type CalendarDate,
  formatDayMonth,
  formatMedium,
  parseDate,
} from '../../rules/dates'
import { yesNo } from '../../rules/flags'
import { formatPence, type Pence, toPence } from '../../rules/money'
import { plural } from '../../rules/plural'
import { dogsText, knownTimes } from '../../rules/stay-times'
import { Button, Tag } from '../../ui'
import { AlertIcon, ClockIcon, SuccessIcon } from '../../ui/icons'
import { ProvidedBy, StayLinks } from '../booking'
import { selectToday } from '../catalogue'
import { usePark } from '../park-data'

const dayText = (date: CalendarDate | undefined) =>
  date === undefined ? '' : formatDayMonth(date, 'short', true)

/** The stay, its status, what is paid, and what is left to pay. */
export function Ticket({ booking, onPay }: { booking: ExistingBooking; onPay: () => void }) {
  const cancelled = booking.status === 'cancelled'
  const park = usePark(cancelled ? undefined : booking.parkId)
  const arrival = parseDate(booking.arrivalDate)
  const total = toPence(booking.totalCost) ?? 0
  const paid = toPence(booking.amountPaid) ?? 0
  const party = [
    plural(booking.adults, 'adult'),
    booking.children > 0
      ? `${booking.children} ${booking.children === 1 ? 'child' : 'children'}`
      : '',
    booking.under5s > 0 ? `${booking.under5s} under 5` : '',
    dogsText({ ...booking, petFriendly: yesNo(booking.petFriendly) === true }),
  ]
  const { checkIn, checkOut } = knownTimes(booking, park)
  return (
    <article className="card grid overflow-hidden lg:grid-cols-[380px_minmax(0,1fr)_320px]">
      <div className="card-picture lg:mb-(--print-margin)!">
        <img
          src={imageUrl(`units/${encodeURIComponent(booking.unitTypeId)}`)}
          alt=""
          width={600}
          height={400}
          className="aspect-[16/9] h-full w-full bg-skeleton object-cover lg:aspect-auto"
        />
      </div>
      <div className="p-card md:p-7">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div>
            {cancelled ? null : <p className="caption mb-1 min-h-4">{park?.regionName}</p>}
            <h2 className="display text-part">{booking.parkName}</h2>
            <p className="text-muted">{booking.unitDesc}</p>
            {cancelled ? null : (
              <p className="min-h-[2lh] text-muted sm:min-h-[1lh]">{park?.address}</p>
            )}
            <ProvidedBy booking={booking} className="text-small text-muted" />
          </div>
          <StatusTag status={booking.status} />
        </div>
        <dl className="mt-5 grid grid-cols-2 gap-4">
          <Fact label="Check In">{withTime(dayText(arrival), checkIn && `from ${checkIn}`)}</Fact>
          <Fact label="Check Out">
            {withTime(
              dayText(arrival && addDays(arrival, booking.duration)),
              checkOut && `by ${checkOut}`,
            )}
          </Fact>
          <Fact label="Nights">{booking.duration}</Fact>
          <Fact label="Your Party">{party.filter(Boolean).join(', ')}</Fact>
        </dl>
        {cancelled ? null : (
          <>
            {booking.status === 'pending' ? null : <TravelLinks booking={booking} park={park} />}
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

/** The directions and the calendar file, with the same height before the park is loaded. */
function TravelLinks({
  booking,
  park,
}: {
  booking: ExistingBooking
  park: ReturnType<typeof usePark>
}) {
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
          times={knownTimes(booking, park)}
        />
      ) : null}
    </div>
  )
}

const withTime = (day: string, time: string | undefined) => (
  <>
    {day}
    {time ? <span className="block text-small font-normal">{time}</span> : null}
  </>
)

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="text-h4 font-bold">{children}</dd>
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
    <Tag icon={SuccessIcon} className="bg-success-tint! text-success">
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
  const today = useSelector(selectToday)
  const paidToUs = booking.balanceTo !== 'operator'
  const deposit = toPence(booking.depositDue ?? '') ?? 0
  const payable = paidToUs && outstanding > 0 && !booking.paymentPending
  const settledText = booking.status === 'cancelled' ? formatPence(0) : 'Paid.'
  return (
    <div className="flex flex-col gap-5 border-t-2 border-dashed border-line bg-sunk p-card md:p-7 lg:border-t-0 lg:border-l-2">
      <dl className="grid gap-5">
        <div>
          <dt className="caption">Holiday Booking Ref</dt>
          <dd className="text-price-md font-bold [font-stretch:80%]">{booking.bookingId}</dd>
        </div>
        <div>
          <dt className="caption">Outstanding Amount</dt>
          <dd className="tabular text-amount font-bold [font-stretch:86%]">
            {outstanding > 0 ? formatPence(outstanding) : settledText}
          </dd>
        </div>
      </dl>
      {outstanding > 0 && !paidToUs ? (
        <p className="text-small">
          {`${
            deposit > 0 && !booking.paymentPending
              ? `The deposit of ${formatPence(deposit)} is not paid. Please call us about it. `
              : ''
          }The balance of ${formatPence(outstanding - deposit)} is payable direct to the park operator${
            due && due > today ? ` before ${formatMedium(due)}` : ''
          }.`}
        </p>
      ) : null}
      {outstanding > 0 && booking.balanceMsg ? (
        <p className="text-small">{booking.balanceMsg}</p>
      ) : null}
      {payable && due ? (
        <p className="-mt-4 text-small text-muted">
          {`Outstanding amount to pay before ${formatMedium(due)}: ${formatPence(outstanding)}`}
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
