import { useAppDispatch } from '../../api'
import type { CancelPlan, ExistingBooking } from '../../api/schema'
import { formatDayMonth, parseDate } from '../../rules/dates'
import { formatMoney, toPence } from '../../rules/money'
import { Button, Notice, SubmitError } from '../../ui'
import { CancelTerms } from '../booking'
import { cancelBookingCall, planCancelCall } from './calls'
import { Card } from './Card'
import { partText } from './part-text'
import { usePlan } from './use-plan'

/**
 * The terms of a cancellation, and the way to cancel by them: what comes back is shown first. Of a
 * booking that was cancelled, what became of its money. Nothing where there are no terms.
 */
export function CancelBooking({ booking }: { booking: ExistingBooking }) {
  const { cancellation = [], cancellable, settled } = booking
  if (settled)
    return (
      <Card title="This booking is cancelled">
        {settled.rule ? <p>{settled.rule}</p> : null}
        <p className="mt-2">
          {`${comesBack(settled.back)} ${toPence(settled.kept) ? `${formatMoney(settled.kept)} of what you paid is kept.` : ''}`}
        </p>
      </Card>
    )
  if (!cancellable || cancellation.length === 0) return null
  return (
    <Card title="If you cancel">
      <CancelTerms texts={cancellation} />
      <Planned bookingId={booking.bookingId} />
    </Card>
  )
}

const comesBack = (back: string) =>
  toPence(back) ? `${formatMoney(back)} comes back to you.` : 'Nothing comes back.'

/** The plan of the cancellation, from the first press to the last one. */
function Planned({ bookingId }: { bookingId: string }) {
  const dispatch = useAppDispatch()
  const { plan, busy, texts, look, act, close } = usePlan<CancelPlan>(
    bookingId,
    (signal) => dispatch(planCancelCall.run({ bookingId }, { signal })),
    (agreed, signal) => dispatch(cancelBookingCall.run({ bookingId, ...agreed }, { signal })),
  )
  return (
    <>
      {plan ? (
        <PlanView plan={plan} busy={busy} onCancel={act} onKeep={close} />
      ) : (
        <Button variant="secondary" busy={busy} onClick={look} className="mt-5">
          See what comes back
        </Button>
      )}
      <SubmitError texts={texts} className="mt-4" />
    </>
  )
}

function PlanView({
  plan,
  busy,
  onCancel,
  onKeep,
}: {
  plan: CancelPlan
  busy: boolean
  onCancel: () => void
  onKeep: () => void
}) {
  const until = parseDate(plan.until)
  const back = toPence(plan.back) ?? 0
  return (
    <>
      <Notice live className="my-5">
        <p className="font-bold">{comesBack(plan.back)}</p>
        <p>{plan.rule}</p>
        <ul className="list-disc pl-5">
          {plan.parts.map((part, index) => (
            <li key={`${index} ${part.amount}`}>{partText(part)}</li>
          ))}
        </ul>
        {toPence(plan.kept) ? <p>{`${formatMoney(plan.kept)} of what you paid is kept.`}</p> : null}
        {until ? <p>{`This holds until ${formatDayMonth(until, 'short', true)}.`}</p> : null}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={busy} onClick={onCancel}>
          {back > 0 ? `Cancel the booking, ${formatMoney(plan.back)} back` : 'Cancel the booking'}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onKeep}>
          Keep the booking
        </Button>
      </div>
    </>
  )
}
