import { brand, logoUrl, t } from '../../brands'
import { formatPence } from '../../rules/money'
import type { ConfirmedProps } from './confirmed'
import { knownTimes } from '../../rules/stay-times'
import { ParkNotes } from './ImportantInfo'
import { dueText, leftToPay, PriceLines, SumLine } from './PriceBreakdown'
import { partyText, stayDate, ProvidedBy } from './StaySummary'
import { stayDates } from './state'
import './print.css'

/** The printed form of the confirmation: black on white, without pictures. */
export function PrintSheet({ booking, receipt, reference, park }: ConfirmedProps) {
  const { arrival, departure } = stayDates(booking)
  const isToUs = booking.type === 'existing' || booking.compulsoryDeposit !== 1
  const due = receipt.outstanding > 0 ? dueText(booking.dueDate) : ''
  const left = isToUs ? 'Outstanding amount to pay' : leftToPay(booking).label
  const { checkIn, checkOut } = knownTimes(booking, park)
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
      {park ? <p>{park.address}</p> : null}
      <ProvidedBy booking={booking} />
      <div className="print-stay">
        <p>
          Check in <b>{stayDate(arrival)}</b> <span>{checkIn ? `from ${checkIn}` : ''}</span>
        </p>
        <p>
          Check out <b>{stayDate(departure)}</b> <span>{checkOut ? `by ${checkOut}` : ''}</span>
        </p>
        <p>
          Your stay <b>{booking.duration} night stay</b> {partyText(booking)}
        </p>
      </div>
      <div className="print-columns">
        {receipt.party.length > 0 ? (
          <div>
            <h2 className="print-heads">
              Party <span>{booking.partyAge === 'dob' ? 'Date of birth' : 'Age'}</span>
            </h2>
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
            <PriceLines lines={receipt.lines} />
            <SumLine label="Total cost" amount={formatPence(receipt.total)} strong />
            <SumLine label="Amount paid" amount={formatPence(receipt.paid)} />
            <SumLine
              label={due ? `${left} before ${due}` : left}
              amount={formatPence(receipt.outstanding)}
              strong
            />
          </dl>
          {isToUs || receipt.outstanding === 0 ? null : <p>{booking.depositText}</p>}
        </div>
      </div>
      {park?.importantInfo || booking.rules.length > 0 ? (
        <div className="print-info">
          <h2>Before you travel</h2>
          <ParkNotes rules={booking.rules} park={park} />
        </div>
      ) : null}
      <footer>
        {brand.legal.tradingName} is a trading name of {brand.legal.companyName}, company number{' '}
        {brand.legal.companyNumber}, {brand.legal.address}.
      </footer>
    </div>
  )
}
