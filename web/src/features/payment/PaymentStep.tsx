import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { useNavigate, useOutletContext } from '../../router'
import { useAppDispatch } from '../../api'
import { AppLink, Button, LoadingError, Notice, TextField, useErrorShown } from '../../ui'
import { outstandingOf } from '../../rules/amounts'
import { formatPence, type Pence } from '../../rules/money'
import {
  isPaying,
  selectPayToday,
  type StepContext,
  stepPaths,
  CancelTerms,
  TermsNote,
  todayOf,
} from '../booking'
import { CustomAmount } from './CustomAmount'
import { CONFIRMING, failureText } from './failures'
import { LockIcon } from './icons'
import { OtherWays } from './OtherWays'
import { type Answer, type RootWithPayment, requestOutcome } from './pay'
import { PaymentMethods } from './PaymentMethods'
import { PaymentOptions } from './PaymentOptions'
import type { PaymentFailure } from './payment-slice'
import { type Method, useMethods } from './useMethods'
import { useCard } from './useCard'
import { usePaymentForm } from './usePaymentForm'

/** Step 3: how much to pay now, and the card. The result of an earlier attempt is read first. */
export function PaymentStep() {
  const { depositError, retry } = useOutletContext() as StepContext
  const checking = useEarlierAttempt()
  if (checking)
    return (
      // So high that nothing below it is in view, also after Back, which scrolls: it moves.
      <div className="min-h-[150dvh]">
        <LoadingError fetching error={undefined} loadingText={CONFIRMING} />
      </div>
    )
  if (depositError)
    return (
      <LoadingError fetching={false} error={failureText({ kind: 'information' })} onRetry={retry} />
    )
  return <PaymentForm />
}

/** The answers after which the result is not known yet. */
const UNDECIDED: ReadonlySet<Answer['kind']> = new Set([
  'pending',
  'review',
  'challenge',
  'unknown',
  'no-access',
])

/**
 * Handles a payment that was begun before this page was loaded (Back, reload, return from the
 * wallet). Its result decides what is shown. If the payment was never sent, the server ends it and
 * the form is shown again. Returns true until the result is known.
 */
function useEarlierAttempt(): boolean {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const wasSent = useSelector(
    ({ booking, payment }: RootWithPayment) =>
      isPaying(booking) && payment.paymntRecId !== undefined,
  )
  const [sentAtFirst] = useState(wasSent)
  const [isChecked, setIsChecked] = useState(!wasSent)
  useEffect(() => {
    if (!sentAtFirst) return undefined
    let isMounted = true
    void dispatch(requestOutcome({ action: 'recall' })).then(({ kind }) => {
      if (!isMounted) return
      if (UNDECIDED.has(kind)) navigate(stepPaths.PAYMENT_ACTION, { replace: true })
      else setIsChecked(true)
    })
    return () => {
      isMounted = false
    }
  }, [sentAtFirst, dispatch, navigate])
  return !isChecked
}

function PaymentForm() {
  const booking = useSelector((state: RootWithPayment) => state.booking)
  const payToday = useSelector(selectPayToday)
  const card = useCard(todayOf(booking), booking.linked)
  const methods = useMethods()
  const [payerEmail, setPayerEmail] = useState('')
  const form = usePaymentForm(card, methods.chosen, booking.linked ? payerEmail : undefined)
  const failure = useSelector((state: RootWithPayment) => state.payment.failure)
  // An earlier failure is shown above the form, a new one at the button.
  const [failureAtFirst] = useState(failure)
  const nothingToPay = payToday === 0
  if (
    booking.type === 'existing' &&
    outstandingOf(booking.totalCost ?? 0, booking.amountPaid ?? 0) === 0
  )
    return <Settled />
  return (
    <form {...form.attributes} noValidate>
      {failure && failure === failureAtFirst ? <FailureNotice failure={failure} /> : null}
      {booking.linked ? (
        <TextField
          id="payerEmail"
          label="Your email address, for a receipt (optional)"
          type="email"
          autoComplete="email"
          maxLength={254}
          readOnly={form.busy}
          value={payerEmail}
          onChange={(event) => setPayerEmail(event.target.value)}
        />
      ) : booking.type === 'existing' ? (
        <CustomAmount readOnly={form.busy} />
      ) : (
        <PaymentOptions frozen={form.busy} />
      )}
      {nothingToPay ? null : <PaymentMethods card={card} form={form} methods={methods} />}
      <div className="mt-6">
        {payToday === undefined ? null : (
          <p className="mb-3 flex justify-between text-lead">
            <span>To pay today:</span> <b className="tabular">{formatPence(payToday)}</b>
          </p>
        )}
        {failure && failure !== failureAtFirst ? <FailureNotice failure={failure} /> : null}
        {nothingToPay || methods.chosen ? (
          <Button type="submit" size="lg" fullWidth busy={form.busy} icon={LockIcon}>
            {submitText(methods.chosen, payToday)}
          </Button>
        ) : null}
      </div>
      {nothingToPay || methods.chosen !== 'worldpay' ? null : (
        <p className="mt-3 text-center text-small text-muted">
          Your bank may ask you to approve the payment.
        </p>
      )}
      {booking.type === 'new' ? (
        <TermsNote cancellation={booking.cancellation} />
      ) : (
        <CancelTerms texts={booking.cancellation} />
      )}
    </form>
  )
}

/** Shown when all of a balance has been paid meanwhile, for example in another tab. */
function Settled() {
  return (
    <Notice kind="success" live focused>
      <p>Nothing is left to pay for this holiday.</p>
      <AppLink href="/my-booking" className="text-link">
        My Booking
      </AppLink>
    </Notice>
  )
}

/** The text of the button: 'Make payment' for a card, otherwise 'Confirm payment'. */
function submitText(method: Method | undefined, payToday: Pence | undefined): string {
  if (payToday !== 0 && method === 'worldpay') return 'Make payment'
  return payToday === undefined ? 'Confirm payment' : `Confirm payment of ${formatPence(payToday)}`
}

/** Why a payment failed, and what to do next. */
function FailureNotice({ failure }: { failure: PaymentFailure }) {
  const text = failureText(failure)
  useErrorShown(text)
  return (
    <Notice kind="danger" live focused className="mb-6">
      <p>{text}</p>
      {failure.kind === 'information' ? (
        <Button type="submit" variant="secondary" className="mt-3">
          Retry
        </Button>
      ) : null}
      {failure.kind === 'session' || failure.kind === 'said' ? <OtherWays /> : null}
    </Notice>
  )
}
