import { useEffect, useRef, useState } from 'react'
import { errorMessages, type RequestError, useAppDispatch } from '../../api'
import type { CancelPlan, ExistingBooking, PartBack } from '../../api/schema'
import { formatDayMonth, formatMedium, fromIso, parseDate } from '../../rules/dates'
import { formatMoney, toPence } from '../../rules/money'
import { Button, Notice, SubmitError } from '../../ui'
import { CancelTerms } from '../booking'
import { Card } from './Card'
import { cancelBookingCall, planCancelCall } from './calls'
import { changedElsewhere } from './lookup'
import { setPreviousBooking } from './previous-booking-slice'

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
  const { plan, busy, texts, look, cancel, close } = useCancellation(bookingId)
  return (
    <>
      {plan ? (
        <PlanView plan={plan} busy={busy} onCancel={cancel} onKeep={close} />
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

/** Where a part of what comes back goes. */
function partText({ amount, method, ending, code, until, over }: PartBack): string {
  const sum = formatMoney(amount)
  const lastDay = fromIso(until)
  if (method === 'wallet') return `${sum} to your PayPal account`
  if (method === 'card') return `${sum} to your card${ending ? ` ending ${ending}` : ''}`
  if (over) return `${sum} to voucher ${code}, which cannot be used any more: please call us`
  return `${sum} to voucher ${code}${lastDay ? `, valid until ${formatMedium(lastDay)}` : ''}`
}

/**
 * Looks at what a cancellation gives back, and cancels as that plan says. Of a plan that does not
 * hold any more, it loads a new one. A request without an answer can be repeated: its key is the same.
 */
function useCancellation(bookingId: string) {
  const dispatch = useAppDispatch()
  const [plan, setPlan] = useState<CancelPlan>()
  const [busy, setBusy] = useState(false)
  const [texts, setTexts] = useState<readonly string[]>([])
  const key = useRef('')
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  /** Runs one request at a time, and not after the page was left. */
  const run = async (request: (signal: AbortSignal) => Promise<RequestError | undefined>) => {
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    setBusy(true)
    setTexts([])
    const error = await request(own.signal)
    if (own.signal.aborted) return
    setBusy(false)
    setTexts(errorMessages(error))
  }
  const load = async (signal: AbortSignal) => {
    const result = await dispatch(planCancelCall.run({ bookingId }, { signal }))
    if (signal.aborted) return undefined
    key.current = crypto.randomUUID()
    setPlan(result.ok ? result.data : undefined)
    if (!result.ok) await dispatch(changedElsewhere(bookingId, result.error, signal))
    return result.ok ? undefined : result.error
  }
  const cancelBy = async ({ plan: hash }: CancelPlan, signal: AbortSignal) => {
    const sent = { bookingId, plan: hash, key: key.current }
    const result = await dispatch(cancelBookingCall.run(sent, { signal }))
    if (signal.aborted) return undefined
    if (result.ok) {
      dispatch(setPreviousBooking(result.data))
      return undefined
    }
    if (result.error.errors.some(({ code }) => code === 'PRICE_CHANGED')) await load(signal)
    await dispatch(changedElsewhere(bookingId, result.error, signal))
    return result.error
  }
  return {
    plan,
    busy,
    texts,
    look: () => void run(load),
    cancel: () => plan && void run((signal) => cancelBy(plan, signal)),
    close: () => {
      setPlan(undefined)
      setTexts([])
    },
  }
}
