import { brand } from '../../brands'
import { AppLink, Button, ButtonLink, IconButton, LazyPart } from '../../ui'
import { SuccessIcon } from '../../ui/icons'
import { formatPence } from '../../rules/money'
import { PrinterIcon } from './icons'
import { knownTimes } from '../../rules/stay-times'
import { BeforeYouTravel } from './ImportantInfo'
import { LinkedReceipt } from './lazy-parts'
import { dueText, leftToPay, PriceLines, SumLine } from './PriceBreakdown'
import { partyText, stayDate, ProvidedBy, unitPicture } from './StaySummary'
import { stayDates, useBookingState } from './state'
import { StepIndicator } from './StepIndicator'
import { usePark } from '../park-data'
import type { ConfirmedProps } from './confirmed'
import { PrintSheet } from './PrintSheet'
import { StayLinks } from './StayLinks'
import { CancelTerms } from './TermsNote'

/** Step 5: the booking is confirmed, or a further payment was received. */
export function Confirmation() {
  const booking = useBookingState((state) => state.booking)
  if (booking.confirmationId === undefined || booking.receipt === undefined) {
    return (
      <div className="mx-auto max-w-[560px] py-10">
        <h1 className="display text-h2">
          There is no booking confirmation data to show at this time.
        </h1>
        <p className="mt-5">
          <AppLink href="/" className="text-link">
            Book Another Holiday
          </AppLink>
        </p>
      </div>
    )
  }
  if (booking.linked)
    return (
      <LazyPart wanted loading={null}>
        <LinkedReceipt booking={booking} />
      </LazyPart>
    )
  return (
    <Confirmed booking={booking} receipt={booking.receipt} reference={booking.confirmationId} />
  )
}

function Confirmed({ booking, receipt, reference }: Omit<ConfirmedProps, 'park'>) {
  const isNew = booking.type === 'new'
  const park = usePark(booking.parkId)
  return (
    <>
      {isNew ? <StepIndicator step="CONFIRMATION" /> : null}
      <div className="screen-only mx-auto grid max-w-[980px] gap-x-11 gap-y-6 pt-4 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr]">
        <img
          src={unitPicture(booking.unitTypeId ?? '')}
          alt=""
          width={600}
          height={400}
          className="aspect-[3/2] bg-skeleton object-cover max-md:-mx-gutter max-md:w-[calc(100%+2*var(--gutter))] max-md:max-w-none md:w-full md:rounded-card lg:col-start-2 lg:row-span-2 lg:row-start-1"
        />
        <div className="lg:col-start-1 lg:row-start-1">
          <p className="flex items-center gap-2 font-bold text-success">
            <SuccessIcon size={24} aria-hidden="true" />
            {receipt.paidByVoucher && receipt.paidNow === 0
              ? 'Paid with your voucher'
              : `Paid ${formatPence(receipt.paidNow)}`}
          </p>
          <h1 className="display mt-2 text-title lg:text-h1">
            {isNew ? 'Your holiday booking has been confirmed!' : 'Your payment has been received'}
          </h1>
          <p className="mt-3 text-lead">
            Confirmation of your holiday {isNew ? 'booking' : 'payment'} has been emailed to you.
          </p>
        </div>
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-2">
          <Ticket {...{ booking, receipt, reference, park }} />
        </div>
        <div className="flex flex-col gap-3 lg:col-start-2 lg:row-start-3">
          <ButtonLink href={brand.urls.attractions} size="lg" fullWidth>
            Find and Book Attractions
          </ButtonLink>
          <ButtonLink href="/" variant="secondary" size="lg" fullWidth>
            Book Another Holiday
          </ButtonLink>
          <ButtonLink href="/my-account" variant="quiet" fullWidth>
            My account
          </ButtonLink>
        </div>
      </div>
      <PrintSheet {...{ booking, receipt, reference, park }} />
    </>
  )
}

function Ticket({ booking, receipt, reference, park }: ConfirmedProps) {
  const { arrival, departure } = stayDates(booking)
  const { checkIn, checkOut } = knownTimes(booking, park)
  return (
    <section aria-label="Your booking" className="card overflow-hidden">
      <div className="flex items-center justify-between gap-4 border-b-2 border-dashed border-line bg-sunk p-card">
        <div>
          <p className="caption">Your booking reference</p>
          <p className="text-price-md font-bold [font-stretch:86%]">{reference}</p>
        </div>
        <IconButton
          icon={PrinterIcon}
          label="Print booking reference"
          onClick={() => window.print()}
          className="sm:hidden"
        />
      </div>
      <div className="p-card">
        <p className="text-h3 font-bold">
          {[booking.unitDesc, booking.parkName].filter(Boolean).join(', ')}
        </p>
        {park ? <p className="text-muted">{park.address}</p> : null}
        <ProvidedBy booking={booking} className="text-small text-muted" />
        <dl className="mt-4 grid grid-cols-2 gap-4">
          <div>
            <dt className="caption">Check in</dt>
            <dd>
              <span className="block text-lead font-bold">{stayDate(arrival)}</span>
              {checkIn ? <span>from {checkIn}</span> : null}
            </dd>
          </div>
          <div>
            <dt className="caption">Check out</dt>
            <dd>
              <span className="block text-lead font-bold">{stayDate(departure)}</span>
              {checkOut ? <span>by {checkOut}</span> : null}
            </dd>
          </div>
        </dl>
        <div className="mt-3 min-h-11">
          {park ? (
            <StayLinks
              park={park}
              reference={reference}
              unit={booking.unitDesc ?? ''}
              arrival={arrival}
              departure={departure}
              times={{ checkIn, checkOut }}
            />
          ) : null}
        </div>
        <Sums booking={booking} receipt={receipt} />
        <BeforeYouTravel rules={booking.rules} park={park} />
        <CancelTerms texts={booking.cancellation} />
        <Button
          variant="secondary"
          icon={PrinterIcon}
          onClick={() => window.print()}
          className="mt-4 max-sm:hidden"
        >
          Print booking reference
        </Button>
      </div>
    </section>
  )
}

/** What was paid, and what is left to pay. */
function Sums({ booking, receipt }: Pick<ConfirmedProps, 'booking' | 'receipt'>) {
  const isTopUp = booking.type === 'existing'
  const { label, due } = isTopUp
    ? { label: 'Outstanding amount to pay', due: dueText(booking.dueDate) }
    : leftToPay(booking)
  return (
    <>
      <p className="mt-4 border-t border-line pt-3">
        {booking.duration} night stay, {partyText(booking)}
      </p>
      <dl>
        <PriceLines lines={receipt.lines} />
        <SumLine label="Total cost" amount={formatPence(receipt.total)} strong ruled />
        <SumLine label="Amount paid" amount={formatPence(receipt.paid)} />
        {receipt.outstanding > 0 || isTopUp ? (
          <SumLine label={label} amount={formatPence(receipt.outstanding)} strong />
        ) : null}
      </dl>
      {due && receipt.outstanding > 0 ? (
        <p className="mt-1 text-small text-muted">
          Outstanding amount to pay before {due}: {formatPence(receipt.outstanding)}
        </p>
      ) : null}
      {booking.compulsoryDeposit === 1 && receipt.outstanding > 0 && !isTopUp ? (
        <p className="mt-1 text-small text-muted">{booking.depositText}</p>
      ) : null}
    </>
  )
}
