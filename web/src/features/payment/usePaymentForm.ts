import { useContext } from 'react'
import { useSelector } from 'react-redux'
import { useNavigate } from '../../router'
import { useAppDispatch } from '../../api'
import { encryptCard } from '../../rules/card-encryption'
import { type Form, type Outcome, useForm } from '../../ui'
import { OpenDocument, selectPayToday, selectTopUp, stepPaths } from '../booking'
import { topUpMessage } from './CustomAmount'
import { holdCard } from './card-in-hand'
import { takeDeviceData } from './device-data'
import { leavePaymentStep, prepare, refuseAmount, type RootWithPayment } from './pay'
import { paymentFailed } from './payment-slice'
import type { Card, CheckedCard } from './useCard'
import type { Method } from './useMethods'

/** The size of the bank's frame, as sent to the card provider. */
const CHALLENGE_WINDOW = '390x400'

/**
 * The payment form: checks it, prepares the payment, encrypts the card, and opens the page that sends
 * the payment; for the wallet, the wallet's own page. It opens no page for a visitor who has left
 * meanwhile. Why a payment could not be prepared is in the state.
 */
export function usePaymentForm(
  card: Card,
  method: Method | undefined,
  payerEmail: string | undefined,
): Form {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const payToday = useSelector(selectPayToday)
  const outstanding = useSelector((state: RootWithPayment) => selectTopUp(state).outstanding)
  const openDocument = useContext(OpenDocument)

  const openResultPage = () => {
    dispatch(leavePaymentStep())
    navigate(stepPaths.PAYMENT_ACTION)
  }

  const confirmWithoutPayment = async (signal: AbortSignal): Promise<Outcome> => {
    if (await dispatch(prepare('voucher', crypto.randomUUID(), signal))) openResultPage()
    return undefined
  }

  const payByCard = async (typed: CheckedCard, signal: AbortSignal): Promise<Outcome> => {
    const prepared = await dispatch(prepare('worldpay', crypto.randomUUID(), signal, payerEmail))
    if (!prepared) return undefined
    const { worldpay, paymntRecId } = prepared
    if (!worldpay) {
      dispatch(paymentFailed({ kind: 'information' }))
      return undefined
    }
    try {
      const session = await takeDeviceData(worldpay, typed.card.cardNumber)
      const encryptedData = await encryptCard(typed.card, worldpay.csePublicKey)
      if (signal.aborted) return undefined
      holdCard({
        paymntRecId,
        encryptedData,
        dfReferenceId: session,
        windowSize: CHALLENGE_WINDOW,
        billing: typed.billing && { ...typed.billing },
      })
    } catch (error) {
      console.warn('the card could not be encrypted', error)
      dispatch(paymentFailed({ kind: 'form' }))
      return undefined
    }
    card.clear()
    openResultPage()
    return undefined
  }

  const payByWallet = async (signal: AbortSignal): Promise<Outcome> => {
    const prepared = await dispatch(prepare('paypal', crypto.randomUUID(), signal, payerEmail))
    if (!prepared || signal.aborted) return undefined
    if (!prepared.paypal) {
      dispatch(paymentFailed({ kind: 'information' }))
      return undefined
    }
    dispatch(leavePaymentStep())
    openDocument(prepared.paypal.approveUrl)
    return 'leaving'
  }

  return useForm((_, signal) => {
    if (payToday === undefined) {
      // The amount comes first: nothing is said about the card yet.
      dispatch(refuseAmount(topUpMessage(outstanding)))
      return 'stays'
    }
    if (payToday === 0) return confirmWithoutPayment(signal)
    if (method === 'paypal') return payByWallet(signal)
    const typed = card.read()
    return 'errors' in typed ? { fields: typed.errors } : payByCard(typed, signal)
  }, card.errors)
}
