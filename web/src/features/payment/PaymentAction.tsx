import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { useLocation, useNavigate, useOutletContext } from '../../router'
import { useAppDispatch } from '../../api'
import { Button, LoadingError, Notice, useErrorShown } from '../../ui'
import { AlertIcon, InfoIcon, RetryIcon } from '../../ui/icons'
import { formatPence } from '../../rules/money'
import { OpenDocument, type StepContext, stepPaths } from '../booking'
import { takeCard } from './card-in-hand'
import { ChallengeFrame } from './ChallengeFrame'
import { CONFIRMING, IN_REVIEW, NO_ACCESS, NOT_APPROVED, UNKNOWN_OUTCOME } from './failures'
import { OtherWays } from './OtherWays'
import { type Answer, type RootWithPayment, requestOutcome, type AttemptRequest } from './pay'
import { type PaymentState, setWorldpayMac } from './payment-slice'

/** How long to wait before asking again, when the server does not say. */
const POLL_AFTER_MS = 2000

/**
 * After this time without a result, the page says that the result is unknown and offers to ask
 * again.
 */
export const PATIENCE_MS = 60_000

/**
 * Step 4: sends the payment, shows the bank's challenge and reads the result. After a reload it
 * asks for the result, and ends an attempt that was never sent.
 */
export function PaymentAction() {
  const { answer, asking, ask, recall } = usePayment()
  if (answer?.kind === 'unknown') return <UnknownOutcome onRetry={ask} />
  if (answer?.kind === 'review') return <InReview asking={asking} onAsk={ask} />
  if (answer?.kind === 'no-access') return <NoAccess />
  if (answer?.kind === 'approve') {
    return <NotApproved approveUrl={answer.approveUrl} onOtherWay={recall} />
  }
  if (answer?.kind === 'challenge') {
    return (
      <Challenge>
        <ChallengeFrame challenge={answer.challenge} />
      </Challenge>
    )
  }
  return (
    <div data-passing className="mx-auto max-w-[560px] py-8">
      <h1 className="sr-only">Confirm payment</h1>
      <LoadingError fetching error={undefined} loadingText={CONFIRMING} />
    </div>
  )
}

/** Sends the first request once, and then asks until there is a result. */
function usePayment(): {
  answer: Answer | undefined
  /** Whether the visitor waits for an answer. */
  asking: boolean
  ask: () => void
  recall: () => void
} {
  const dispatch = useAppDispatch()
  const payment = useSelector((state: RootWithPayment) => state.payment)
  const { search } = useLocation()
  const navigate = useNavigate()
  const [answer, setAnswer] = useState<Answer>()
  const [asking, setAsking] = useState(false)
  const hasStarted = useRef(false)
  // A request that was sent but not answered. It may be sent again: the server acts on it only
  // once.
  const unanswered = useRef<AttemptRequest>(undefined)
  const waitingSince = useRef(0)
  const isMounted = useRef(true)

  const run = useCallback(
    async (request: AttemptRequest) => {
      setAnswer(undefined)
      unanswered.current = request
      const received = await dispatch(requestOutcome(request))
      if (received.kind !== 'unknown') unanswered.current = undefined
      setAnswer(received)
    },
    [dispatch],
  )
  const ask = useCallback(async () => {
    // While the wallet checks the payment, the page goes on saying so.
    setAnswer((before) => (before?.kind === 'review' ? before : undefined))
    setAsking(true)
    const received = await dispatch(requestOutcome({ action: 'status' }))
    setAsking(false)
    const resend = unanswered.current
    if (received.kind === 'pending' && resend && isMounted.current) await run(resend)
    else setAnswer(received)
  }, [dispatch, run])
  const retry = useCallback(() => {
    waitingSince.current = Date.now()
    void ask()
  }, [ask])

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    waitingSince.current = Date.now()
    const query = new URLSearchParams(search)
    const mac = query.get('mac2')
    if (mac !== null) dispatch(setWorldpayMac(mac))
    if (search !== '') navigate(stepPaths.PAYMENT_ACTION, { replace: true })
    void run(firstStep(query, payment))
  }, [search, payment, dispatch, navigate, run])

  const pending = answer?.kind === 'pending' ? answer : undefined
  useEffect(() => {
    if (!pending) return undefined
    const askAgain = () => {
      if (Date.now() - waitingSince.current < PATIENCE_MS) void ask()
      else setAnswer({ kind: 'unknown' })
    }
    const timer = setTimeout(askAgain, pending.pollAfterMs ?? POLL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [pending, ask])

  const recall = useCallback(() => void run({ action: 'recall' }), [run])
  return { answer, asking, ask: retry, recall }
}

/**
 * What to send first: the bank's result, the wallet's result, or the card that this document has.
 * Without any of these it asks the server, which ends an attempt that was never sent and returns
 * the state of any other.
 */
export function firstStep(
  query: URLSearchParams,
  { paymntRecId = '', paymntUsed }: PaymentState,
): AttemptRequest {
  const param = (name: string) => query.get(name) ?? undefined
  if (query.has('mac2')) {
    return {
      action: 'confirm',
      orderKey: param('orderKey'),
      paymentStatus: param('paymentStatus'),
      paymentAmount: param('paymentAmount'),
      paymentCurrency: param('paymentCurrency'),
      mac2: param('mac2'),
    }
  }
  if (paymntUsed === 'voucher') return { action: 'confirm' }
  if (paymntUsed === 'paypal')
    return query.has('token')
      ? { action: 'confirm', orderId: param('token') }
      : { action: 'status' }
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
      <div role="alert" className="card p-card">
        <p className="flex items-start gap-3 font-semibold">
          <AlertIcon size={20} aria-hidden="true" className="mt-0.5 text-danger" />
          <span>{UNKNOWN_OUTCOME}</span>
        </p>
        <Button variant="secondary" icon={RetryIcon} onClick={onRetry} className="mt-4">
          Retry
        </Button>
      </div>
      <OtherWays className="mt-5" />
    </div>
  )
}

function InReview({ asking, onAsk }: { asking: boolean; onAsk: () => void }) {
  const { setHoldHasNoEnd } = useOutletContext() as StepContext
  useEffect(() => {
    setHoldHasNoEnd(true)
    return () => setHoldHasNoEnd(false)
  }, [setHoldHasNoEnd])
  return (
    <div className="mx-auto max-w-[560px] py-8">
      <h1 className="sr-only">Confirm payment</h1>
      <Notice live focused>
        <p>{IN_REVIEW}</p>
      </Notice>
      <Button variant="secondary" icon={RetryIcon} busy={asking} onClick={onAsk} className="mt-4">
        Check again
      </Button>
    </div>
  )
}

/**
 * Shown when the wallet has taken nothing yet: it declined the way to pay that the visitor chose
 * there, or the visitor came back without approving.
 */
function NotApproved({ approveUrl, onOtherWay }: { approveUrl: string; onOtherWay: () => void }) {
  const openDocument = useContext(OpenDocument)
  const amount = useSelector(({ booking }: RootWithPayment) => booking.receipt?.paidNow)
  return (
    <div className="mx-auto max-w-[560px] py-8">
      <h1 className="sr-only">Confirm payment</h1>
      <Notice kind="danger" live focused>
        <p>{NOT_APPROVED}</p>
      </Notice>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => openDocument(approveUrl)}>
          {amount === undefined ? 'Confirm payment' : `Confirm payment of ${formatPence(amount)}`}
        </Button>
        <Button variant="secondary" onClick={onOtherWay}>
          Pay another way
        </Button>
      </div>
    </div>
  )
}

/**
 * Shown when the booking's cookie is gone, so that this browser cannot ask for the result any more.
 */
function NoAccess() {
  useErrorShown(NO_ACCESS)
  return (
    <div className="mx-auto max-w-[560px] py-8">
      <h1 className="sr-only">Confirm payment</h1>
      <Notice kind="danger" live focused>
        <p>{NO_ACCESS}</p>
        <OtherWays />
      </Notice>
    </div>
  )
}

/**
 * The bank's page over the full width, with the amount above it, and instructions and the time left
 * below it.
 */
function Challenge({ children }: { children: ReactNode }) {
  const paidNow = useSelector(({ booking }: RootWithPayment) => booking.receipt?.paidNow)
  const amount = paidNow === undefined ? '' : formatPence(paidNow)
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
