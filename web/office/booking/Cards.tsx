import type { Booking, Money } from '../contract'
import { Card } from '../parts/Card'
import { ToldTag } from './states'
import { dayOfInstant, dayText, money, whenText } from '../parts/texts'

/** What is paid of the price, payment by payment. */
export function MoneyCard({ sums }: { sums: Money }) {
  const { total, paid, returned, left, due, payments } = sums
  const kept = paid - returned
  return (
    <Card title="Money">
      <p id="money" className="flex justify-between">
        <span>
          <b>{money(kept)}</b> paid
        </span>
        <span className="text-muted">{`of ${money(total)}`}</span>
      </p>
      <progress className="paid-bar my-2" value={kept} max={Math.max(total, 1)} aria-label="Paid" />
      <table className="rows">
        <caption className="sr-only">Payments</caption>
        <tbody>
          {payments.map(({ id, at, text, state, alert, amount, returned: back }) => (
            <tr key={id}>
              <td className="align-top text-muted">{dayText(dayOfInstant(at))}</td>
              <td>
                <span className="block">{text}</span>
                <span className="block text-note text-muted">
                  {[state, back > 0 && `${money(back)} went back`].filter(Boolean).join(', ')}
                </span>
                {alert ? <span className="block font-semibold text-danger">{alert}</span> : null}
              </td>
              <td className="sum align-top">{money(amount)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={2}>
              {left > 0 && due ? `Left to pay by ${dayText(due)}` : 'Left to pay'}
            </th>
            <td className="sum font-bold">{money(left)}</td>
          </tr>
        </tbody>
      </table>
    </Card>
  )
}

/** What was bought, line by line. */
export function BoughtCard({ sums }: { sums: Money }) {
  const { lines, total } = sums
  return (
    <Card title="What was bought">
      <table className="rows">
        <caption className="sr-only">What was bought</caption>
        <tbody>
          {lines.map(({ text, detail, amount }) => (
            <tr key={`${text} ${detail}`}>
              <td>{text}</td>
              <td className="text-muted">{detail}</td>
              <td className={amount < 0 ? 'sum text-success' : 'sum'}>{money(amount)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td className="sum font-bold">{money(total)}</td>
          </tr>
        </tbody>
      </table>
    </Card>
  )
}

/** What the park knows of the booking. */
export function ParkCard({ booking }: { booking: Booking }) {
  const { park } = booking
  return (
    <Card title="Park" beside={<ToldTag told={park.told} version={park.version} />}>
      <dl className="facts">
        {park.number ? (
          <>
            <dt>Their number</dt>
            <dd className="font-bold">{park.number}</dd>
          </>
        ) : null}
        {park.partner ? (
          <>
            <dt>Told through</dt>
            <dd>{[park.partner, park.at && whenText(park.at)].filter(Boolean).join(', ')}</dd>
          </>
        ) : null}
        {park.refusal ? (
          <>
            <dt>They said</dt>
            <dd>{park.refusal}</dd>
          </>
        ) : null}
        {booking.requests.map(({ id, text, state, answer }) => (
          <div key={id} className="contents">
            <dt>Request</dt>
            <dd>
              {[text, state === 'asked' ? 'not answered yet' : state, answer]
                .filter(Boolean)
                .join('. ')}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Where the booking came from, and which terms it has. */
export function RecordCard({ booking }: { booking: Booking }) {
  return (
    <Card title="Record">
      <dl className="facts">
        {booking.record.map(({ label, text }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <dt>Version</dt>
        <dd>{booking.version}</dd>
      </dl>
    </Card>
  )
}
