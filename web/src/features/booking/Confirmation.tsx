import { useEffect } from 'react'
import { brand, logoUrl, t } from '../../brands'
import { AppLink, Button, ButtonLink, IconButton } from '../../ui'
import { SuccessIcon } from '../../ui/icons'
import { formatPence } from '../../rules/money'
import { PrinterIcon } from './icons'
import { sendWaitingEvents } from './later-events'
import { dueText, SumLine } from './PriceBreakdown'
import type { BookingState, Receipt } from './booking-slice'
import { partyText, stayDate, unitPicture } from './StaySummary'
import { stayDates, useBookingState } from './state'
import { StepIndicator } from './StepIndicator'
import './print.css'

/** Step 5: the booking is made, or the payment received. */
export function Confirmation() {
  const booking = useBookingState((state) => state.booking)
  useEffect(sendWaitingEvents, [])
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
  return (
    <Confirmed booking={booking} receipt={booking.receipt} reference={booking.confirmationId} />
  )
}

interface ConfirmedProps {
  booking: BookingState
  receipt: Receipt
  reference: string
}

function Confirmed({ booking, receipt, reference }: ConfirmedProps) {
  const fresh = booking.type === 'new'
  return (
    <>
      {fresh ? <StepIndicator step="CONFIRMATION" /> : null}
      <div className="screen-only mx-auto grid max-w-[980px] gap-x-11 gap-y-6 pt-4 lg:grid-cols-2">
        <img
          src={unitPicture(booking.unitTypeId ?? '')}
          alt=""
          width={600}
          height={400}
          className="aspect-[3/2] w-full rounded-card bg-skeleton object-cover lg:order-2"
        />
        <div>
          <p className="flex items-center gap-2 font-bold text-success">
            <SuccessIcon size={24} aria-hidden="true" />
            Paid {formatPence(receipt.paidNow)}
          </p>
          <h1 className="display mt-2 text-h1">
            {fresh ? 'Your holiday booking has been confirmed!' : 'Your payment has been received'}
          </h1>
          <p className="mt-3 text-lead">
            Confirmation of your holiday {fresh ? 'booking' : 'payment'} has been emailed to you.
          </p>
        </div>
        <div className="lg:order-3">
          <Ticket {...{ booking, receipt, reference }} />
        </div>
        <div className="flex flex-col gap-3 lg:order-4">
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
      <PrintSheet {...{ booking, receipt, reference }} />
    </>
  )
}

function Ticket({ booking, receipt, reference }: ConfirmedProps) {
  const { arrival, departure } = stayDates(booking)
  return (
    <section aria-label="Your booking" className="card overflow-hidden">
      <div className="flex items-center justify-between gap-4 border-b-2 border-dashed border-line bg-sunk p-5">
        <div>
          <p className="caption">Your booking reference</p>
          <p className="text-[34px]/[40px] font-bold [font-stretch:86%]">{reference}</p>
        </div>
        <IconButton
          icon={PrinterIcon}
          label="Print booking reference"
          onClick={() => window.print()}
        />
      </div>
      <div className="p-5">
        <p className="text-h3 font-bold">
          {[booking.unitDesc, booking.parkName].filter(Boolean).join(', ')}
        </p>
        <dl className="mt-4 grid grid-cols-2 gap-4">
          <div>
            <dt className="caption">Check in</dt>
            <dd className="text-lead font-bold">{stayDate(arrival)}</dd>
          </div>
          <div>
            <dt className="caption">Check out</dt>
            <dd className="text-lead font-bold">{stayDate(departure)}</dd>
          </div>
        </dl>
        <dl className="mt-4 border-t border-line pt-3">
          <SumLine
            label={`${booking.duration} night stay, ${partyText(booking)}`}
            amount={formatPence(receipt.total)}
          />
          <SumLine label="Amount paid" amount={formatPence(receipt.paid)} />
          {receipt.outstanding > 0 || booking.type === 'existing' ? (
            <SumLine
              label={
                booking.type === 'existing' ? 'Outstanding amount to pay' : 'Left to pay later'
              }
              amount={formatPence(receipt.outstanding)}
              strong
            />
          ) : null}
        </dl>
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

/** What goes on paper: black on white, without pictures. */
function PrintSheet({ booking, receipt, reference }: ConfirmedProps) {
  const { arrival, departure } = stayDates(booking)
  const due = dueText(booking.dueDate)
  return (
    <div className="print-sheet" aria-hidden="true">
      <header>
        <img src={logoUrl('dark')} alt="" height={40} width={brand.logo.width} />
        <p>
          {t('support.phone')}
          <br />
          {t('support.hours')}
          <br />
          {brand.global.email}
        </p>
      </header>
      <p>Your booking reference</p>
      <p className="print-reference">{reference}</p>
      <p className="print-name">
        {[booking.unitDesc, booking.parkName].filter(Boolean).join(', ')}
      </p>
      <div className="print-stay">
        <p>
          Check in <b>{stayDate(arrival)}</b>
        </p>
        <p>
          Check out <b>{stayDate(departure)}</b>
        </p>
        <p>
          Your stay <b>{booking.duration} night stay</b> {partyText(booking)}
        </p>
      </div>
      <div className="print-columns">
        {receipt.party.length > 0 ? (
          <div>
            <h2>Party</h2>
            <dl>
              {receipt.party.map(({ name, age }, index) => (
                <SumLine key={`${index} ${name}`} label={name} amount={age} />
              ))}
            </dl>
          </div>
        ) : null}
        <div>
          <h2>Price</h2>
          <dl>
            {receipt.lines.map(({ label, amount }) => (
              <SumLine key={label} label={label} amount={formatPence(amount)} />
            ))}
            <SumLine label="Total cost" amount={formatPence(receipt.total)} strong />
            <SumLine label="Amount paid" amount={formatPence(receipt.paid)} />
            <SumLine
              label={due ? `Outstanding amount to pay before ${due}` : 'Outstanding amount to pay'}
              amount={formatPence(receipt.outstanding)}
              strong
            />
          </dl>
        </div>
      </div>
      <footer>
        {brand.legal.tradingName} is a trading name of {brand.legal.companyName}, company number{' '}
        {brand.legal.companyNumber}, {brand.legal.address}.
      </footer>
    </div>
  )
}
