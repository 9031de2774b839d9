import type { ComponentType, ReactNode } from 'react'
import { plural } from '../../src/rules/plural'
import type { Booking, Money } from '../contract'
import { GuestIcon, ParkIcon, PeopleIcon, StayIcon } from '../parts/icons'
import { dayText, money } from '../parts/texts'
import { DueTag } from './states'

/** The strip of a booking, as a ticket: where, when, who, and on the stub what is left to pay. */
export function Ticket({ booking }: { booking: Booking }) {
  const { park, unit, arrival, departure, nights, party, dogs, guest, money: sums } = booking
  return (
    <section
      aria-label="The booking"
      className="card mb-4 grid overflow-hidden md:grid-cols-[1fr_1fr_minmax(200px,0.9fr)] lg:grid-cols-[1fr_1fr_1fr_1.2fr_minmax(200px,1fr)]"
    >
      <Cell icon={ParkIcon} title="Park and unit" head={park.name}>
        <p>{unit}</p>
        <p className="text-muted">{park.operator}</p>
      </Cell>
      <Cell icon={StayIcon} title="Stay" head={`${dayText(arrival)}, ${plural(nights, 'night')}`}>
        <p>{`to ${dayText(departure)}`}</p>
        <p className="text-muted">
          {[booking.checkIn, booking.checkOut].filter(Boolean).join(' to ')}
        </p>
      </Cell>
      <Cell icon={PeopleIcon} title="Party" head={party.text}>
        {dogs > 0 ? <p>{plural(dogs, 'dog')}</p> : null}
      </Cell>
      <Cell
        icon={GuestIcon}
        title="Guest"
        head={guest ? guest.phone || 'no telephone' : 'No details'}
      >
        {guest ? (
          <>
            <p className="wrap-anywhere">{guest.email}</p>
            <p className="text-muted">
              {[guest.address, guest.postcode].filter(Boolean).join(', ')}
            </p>
          </>
        ) : (
          <p className="text-muted">
            {booking.erasedOn
              ? `erased on ${dayText(booking.erasedOn)}`
              : 'not for you to see, or not entered yet'}
          </p>
        )}
      </Cell>
      <div className="border-t-2 border-dashed border-[#b8a98a] bg-sunk p-4 md:col-start-3 md:row-span-2 md:row-start-1 md:flex md:flex-col md:justify-center md:border-t-0 md:border-l-2 lg:col-start-5 lg:row-span-1">
        {sums ? (
          <Stub sums={sums} />
        ) : (
          <p className="text-h2 font-bold">{booking.settled ? 'Paid' : 'Not paid in full'}</p>
        )}
      </div>
    </section>
  )
}

/** What is left to pay. */
function Stub({ sums }: { sums: Money }) {
  return (
    <>
      <p className="text-note text-muted">
        {sums.toOperator ? 'Left to pay, at the park' : 'Left to pay'}
      </p>
      <p className="text-amount font-bold">{money(sums.left)}</p>
      {sums.left > 0 ? <DueTag due={sums.due} overdue={sums.overdue} /> : null}
      {sums.unsure ? (
        <p className="mt-1 text-note">The outcome of a payment is not known yet: money waits.</p>
      ) : null}
    </>
  )
}

function Cell({
  icon: Icon,
  title,
  head,
  children,
}: {
  icon: ComponentType<{ size?: number }>
  title: string
  head: string
  children: ReactNode
}) {
  return (
    <div className="min-w-0 border-b border-line p-4 md:border-r lg:border-b-0">
      <p className="flex items-center gap-1.5 text-note text-muted">
        <Icon size={16} />
        <span>{title}</span>
      </p>
      <p className="text-h2 font-bold">{head}</p>
      {children}
    </div>
  )
}
