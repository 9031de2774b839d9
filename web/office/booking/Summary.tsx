import { plural } from '../../src/rules/plural'
import type { Booking } from '../contract'
import { dayText, money, timeText } from '../parts/texts'
import { MoneyCard } from './Cards'
import { BookingTag } from './states'

/** How many events stand beside an action. */
const LAST = 3

/** A booking beside an action: what one needs to read meanwhile. */
export function Summary({ booking }: { booking: Booking }) {
  const { ref, guest, state, park, unit, party, money: sums } = booking
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div>
        <p className="text-figure font-bold">{guest?.name || ref}</p>
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span>{ref}</span>
          <BookingTag state={state} settled={booking.settled} />
        </p>
      </div>
      <section aria-label="The booking" className="card overflow-hidden">
        <dl className="facts p-4">
          <dt>Park</dt>
          <dd className="font-semibold">{park.name}</dd>
          <dt>Unit</dt>
          <dd>{unit}</dd>
          <dt>Stay</dt>
          <dd>
            <b>{dayText(booking.arrival)}</b>, {plural(booking.nights, 'night')}
          </dd>
          <dt>Party</dt>
          <dd>{party.text}</dd>
          <dt>Guest</dt>
          <dd>{guest ? [guest.phone, guest.email].filter(Boolean).join(', ') : 'no details'}</dd>
        </dl>
        {sums ? (
          <dl className="grid grid-cols-3 border-t-2 border-dashed border-[#b8a98a] bg-sunk p-4">
            <Sum title="Price" pence={sums.total} />
            <Sum title="Paid" pence={sums.paid - sums.returned} />
            <Sum title="Left to pay" pence={sums.left} />
          </dl>
        ) : null}
      </section>
      {sums ? (
        <div className="hidden lg:block">
          <MoneyCard sums={sums} />
        </div>
      ) : null}
      <section aria-labelledby="last" className="card hidden p-4 lg:block">
        <h2 id="last">Last in the timeline</h2>
        <ol className="mt-2 flex flex-col gap-2">
          {booking.timeline.slice(0, LAST).map(({ id, at, title, who }) => (
            <li key={id} className="grid grid-cols-[48px_minmax(0,1fr)]">
              <time dateTime={at} className="text-muted">
                {timeText(at)}
              </time>
              <span>
                <b>{title}</b>
                <span className="block text-muted">{who}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

function Sum({ title, pence }: { title: string; pence: number }) {
  return (
    <div>
      <dt className="text-note text-muted">{title}</dt>
      <dd className="text-h2 font-bold">{money(pence)}</dd>
    </div>
  )
}
