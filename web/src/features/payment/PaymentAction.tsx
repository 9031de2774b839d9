import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { Button, LoadingError, useErrorShown } from '../../ui'
import { AlertIcon, InfoIcon, RetryIcon } from '../../ui/icons'
import { formatPence } from '../../rules/money'
import { stepPaths } from '../booking'
import { takeCard } from './card-in-hand'
import { ChallengeFrame } from './ChallengeFrame'
import { CONFIRMING, UNKNOWN_OUTCOME } from './failure-texts'
import { useFreshDocument } from './fresh-document'
import { type Answer, type PaymentDispatch, type RootWithPayment, settle, type Step } from './pay'
import { type PaymentState, setWorldpayMac } from './payment-slice'

/** How long to wait before asking again where the server does not say. */
const POLL_AFTER_MS = 2000

/**
 * Step 4: the payment is sent, approved by the bank, and its result read. A
 * reload asks after it, and takes back what was never sent.
 */
export function PaymentAction() {
  useFreshDocument()
  const { answer, ask } = usePayment()
  if (answer?.kind === 'unknown') return <UnknownOutcome onRetry={ask} />
  if (answer?.kind === 'challenge' && answer.data.challenge) {
    return (
      <Challenge>
        <ChallengeFrame challenge={answer.data.challenge} />
      </Challenge>
    )
  }
  return (
    <div className="mx-auto max-w-[560px] py-8">
      <h1 className="sr-only">Confirm payment</h1>
      <LoadingError fetching error={undefined} loadingText={CONFIRMING} />
    </div>
  )
}

/** Does what this page was reached for, once, and then asks until there is a result. */
function usePayment(): { answer: Answer | undefined; ask: () => void } {
  const dispatch = useDispatch<PaymentDispatch>()
  const payment = useSelector((state: RootWithPayment) => state.payment)
  const { search } = useLocation()
  const navigate = useNavigate()
  const [answer, setAnswer] = useState<Answer>()
  const started = useRef(false)
  // What was sent and not answered. The server acts on it once, however often it comes.
  const unanswered = useRef<Step>(undefined)

  const run = useCallback(
    async (step: Step) => {
      setAnswer(undefined)
      unanswered.current = step
      const told = await dispatch(settle(step))
      if (told.kind !== 'unknown') unanswered.current = undefined
      setAnswer(told)
    },
    [dispatch],
  )
  const ask = useCallback(async () => {
    setAnswer(undefined)
    const told = await dispatch(settle({ action: 'status' }))
    const again = unanswered.current
    if (told.kind === 'pending' && again) await run(again)
    else setAnswer(told)
  }, [dispatch, run])

  useEffect(() => {
    if (started.current) return
    started.current = true
    const query = new URLSearchParams(search)
    const mac = query.get('mac2')
    if (mac !== null) dispatch(setWorldpayMac(mac))
    if (search !== '') void navigate(stepPaths.PAYMENT_ACTION, { replace: true })
    void run(firstStep(query, payment))
  }, [search, payment, dispatch, navigate, run])

  const pending = answer?.kind === 'pending' ? answer : undefined
  useEffect(() => {
    if (!pending) return undefined
    const timer = setTimeout(() => void ask(), pending.data.pollAfterMs ?? POLL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [pending, ask])

  return { answer, ask: () => void ask() }
}

/**
 * What to tell the server first: the bank's result, the wallet's, the card in
 * hand; else that there is no card any more, whereupon it ends what was never
 * sent and says how the rest stands.
 */
export function firstStep(
  query: URLSearchParams,
  { paymntRecId = '', paymntUsed }: PaymentState,
): Step {
  const of = (name: string) => query.get(name) ?? undefined
  if (query.has('mac2')) {
    return {
      action: 'confirm',
      orderKey: of('orderKey'),
      paymentStatus: of('paymentStatus'),
      paymentAmount: of('paymentAmount'),
      paymentCurrency: of('paymentCurrency'),
      mac2: of('mac2'),
    }
  }
  if (paymntUsed === 'voucher') return { action: 'confirm' }
  if (paymntUsed === 'paypal')
    return query.has('token') ? { action: 'confirm', orderId: of('token') } : { action: 'status' }
  const card = takeCard(paymntRecId)
  if (!card) return { action: 'recall' }
  const { encryptedData, dfReferenceId, windowSize, billing } = card
  return {
    action: 'authorise',
    encryptedData,
    dfReferenceId,
    windowSize,
    billingDifferent: billing !== undefined,
    ...billing,
  }
}

function UnknownOutcome({ onRetry }: { onRetry: () => void }) {
  useErrorShown(UNKNOWN_OUTCOME)
  return (
    <div className="mx-auto max-w-[560px] py-8">
      <h1 className="sr-only">Confirm payment</h1>
      <div role="alert" className="card p-5">
        <p className="flex items-start gap-3 font-semibold">
          <AlertIcon size={20} aria-hidden="true" className="mt-0.5 text-danger" />
          <span>{UNKNOWN_OUTCOME}</span>
        </p>
        <Button variant="secondary" icon={RetryIcon} onClick={onRetry} className="mt-4">
          Retry
        </Button>
      </div>
    </div>
  )
}

/** The bank's own page, edge to edge; amount above, what to do and how long beneath. */
function Challenge({ children }: { children: ReactNode }) {
  const shown = useSelector(({ booking }: RootWithPayment) => booking.receipt?.paidNow)
  const amount = shown === undefined ? '' : formatPence(shown)
  return (
    <div className="mx-auto max-w-[560px]">
      <h1 className="display text-h1">Security check by your bank</h1>
      <p className="mt-2 mb-5 text-lead text-muted">
        To pay today: <b className="text-ink">{amount}</b>
      </p>
      {children}
      <p className="mt-5 flex items-start gap-3">
        <InfoIcon size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
        This frame comes from your bank. Do not close or reload the page.
      </p>
    </div>
  )
}
