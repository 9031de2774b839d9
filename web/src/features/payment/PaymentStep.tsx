import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useNavigate, useOutletContext } from 'react-router'
import { brand } from '../../brands'
import { Button, LoadingError, Notice, useErrorShown } from '../../ui'
import { formatPence } from '../../rules/money'
import { encryptCard } from '../../rules/card-encryption'
import { CARD_PROVIDER_FLAG_DEFAULT } from '../../rules/settings'
import {
  customBookingPaymentErr,
  getDepositCall,
  isPaying,
  noteTimeOut,
  selectPayToday,
  selectTopUp,
  type StepContext,
  stepPaths,
  todayOf,
} from '../booking'
import { CardForm, type CardFormHandle, CardMarks } from './CardForm'
import { CustomAmount, topUpMessage } from './CustomAmount'
import { holdCard } from './card-in-hand'
import { collectDeviceData } from './device-data'
import { CONFIRMING, failureTexts } from './failure-texts'
import { LockIcon } from './icons'
import { beginPayment, type PaymentDispatch, prepare, type RootWithPayment, settle } from './pay'
import { PaymentOptions } from './PaymentOptions'
import { paymentFailed } from './payment-slice'
import { useFreshDocument } from './fresh-document'

/** The size of the bank's frame, as the card provider is told. */
const CHALLENGE_WINDOW = '390x400'

/** Step 3: how much is paid now, and by which card. An earlier try is looked after first. */
export function PaymentStep() {
  useFreshDocument()
  const { depositError, retry } = useOutletContext<StepContext>()
  const checking = useEarlierAttempt()
  if (checking) return <LoadingError fetching error={undefined} loadingText={CONFIRMING} />
  if (depositError)
    return <LoadingError fetching={false} error={failureTexts.information} onRetry={retry} />
  return <PaymentForm />
}

/**
 * A payment that was begun before this page was loaded (Back, reload, return
 * from the wallet): its result decides what is shown. One that was never sent
 * is taken back, and the form stands here again.
 */
function useEarlierAttempt(): boolean {
  const dispatch = useDispatch<PaymentDispatch>()
  const navigate = useNavigate()
  const sent = useSelector(
    ({ booking, payment }: RootWithPayment) =>
      isPaying(booking) && payment.paymntRecId !== undefined,
  )
  const [atFirst] = useState(sent)
  const [asked, setAsked] = useState(!sent)
  useEffect(() => {
    if (!atFirst) return
    void dispatch(settle({ action: 'recall' })).then(({ kind }) => {
      if (kind === 'pending' || kind === 'challenge' || kind === 'unknown')
        void navigate(stepPaths.PAYMENT_ACTION, { replace: true })
      else setAsked(true)
    })
  }, [atFirst, dispatch, navigate])
  return !asked
}

function PaymentForm() {
  const booking = useSelector((state: RootWithPayment) => state.booking)
  const payToday = useSelector(selectPayToday)
  const { card, submit, busy } = useSubmit()
  const existing = booking.type === 'existing'
  const nothing = payToday === 0
  const cardOffered = CARD_PROVIDER_FLAG_DEFAULT
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <FailureNotice />
      {existing ? <CustomAmount /> : <PaymentOptions />}
      {nothing || !cardOffered ? null : (
        <>
          <h2 className="mt-9 mb-3 text-h3 font-bold">How would you like to pay?</h2>
          <section aria-label="Credit or Debit Card" className="card">
            <div className="card-text flex items-center justify-between gap-4 border-b border-line py-4">
              <h3 className="text-[18px] font-bold">Credit or Debit Card</h3>
              <CardMarks />
            </div>
            <CardForm handle={card} today={todayOf(booking)} />
          </section>
        </>
      )}
      {payToday === undefined ? null : (
        <p className="mt-6 mb-3 flex justify-between text-[18px]">
          <span>To pay today:</span> <b className="tabular">{formatPence(payToday)}</b>
        </p>
      )}
      <Button type="submit" size="lg" fullWidth busy={busy} icon={LockIcon}>
        {nothing ? `Confirm payment of ${formatPence(0)}` : 'Make payment'}
      </Button>
      {nothing ? null : (
        <p className="mt-3 text-center text-small text-muted">
          Your bank may ask you to approve the payment.
        </p>
      )}
    </form>
  )
}

/** What became of an earlier try. */
function FailureNotice() {
  const failure = useSelector((state: RootWithPayment) => state.payment.failure)
  const text = failure && failureTexts[failure]
  useErrorShown(text)
  if (!text) return null
  return (
    <Notice kind="danger" live className="mb-6">
      <p>{text}</p>
      {failure === 'information' ? (
        <Button type="submit" variant="secondary" className="mt-3">
          Retry
        </Button>
      ) : null}
    </Notice>
  )
}

/** Sends the form: checks, prepares, encrypts, and goes on to the page that pays. */
function useSubmit() {
  const dispatch = useDispatch<PaymentDispatch>()
  const navigate = useNavigate()
  const booking = useSelector((state: RootWithPayment) => state.booking)
  const payToday = useSelector(selectPayToday)
  const outstanding = useSelector((state: RootWithPayment) => selectTopUp(state).outstanding)
  const card = useRef<CardFormHandle>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const pay = async () => {
    if (payToday === undefined) {
      dispatch(customBookingPaymentErr(topUpMessage(outstanding)))
      document.getElementById('customBookingPayment')?.focus()
      return
    }
    if (payToday === 0) {
      if (!(await dispatch(prepare('voucher', crypto.randomUUID())))) return
      dispatch(beginPayment())
      void navigate(stepPaths.PAYMENT_ACTION)
      return
    }
    const typed = card.current?.submit()
    if (!typed) return
    const prepared = await dispatch(prepare('worldpay', crypto.randomUUID()))
    if (!prepared) {
      await reread()
      return
    }
    const { worldpay, paymntRecId } = prepared
    if (!worldpay) {
      dispatch(paymentFailed('information'))
      return
    }
    try {
      const session = brand.payment.enable3DSecure
        ? await collectDeviceData(worldpay, typed.card.cardNumber)
        : undefined
      holdCard({
        paymntRecId,
        encryptedData: await encryptCard(typed.card, worldpay.csePublicKey),
        dfReferenceId: session,
        windowSize: CHALLENGE_WINDOW,
        billing: typed.billing && { ...typed.billing },
      })
    } catch (error) {
      console.warn('the card could not be encrypted', error)
      dispatch(paymentFailed('form'))
      return
    }
    card.current?.clear()
    dispatch(beginPayment())
    void navigate(stepPaths.PAYMENT_ACTION)
  }

  /** After a refused preparation the amounts may be others than those shown. */
  const reread = async () => {
    if (booking.type !== 'new' || booking.bookingId === undefined) return
    dispatch(noteTimeOut(await dispatch(getDepositCall.run({ bookId: booking.bookingId }))))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    running.current = true
    setBusy(true)
    await pay()
    running.current = false
    setBusy(false)
  }
  return { card, submit, busy }
}
