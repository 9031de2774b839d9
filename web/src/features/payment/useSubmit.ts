import { type FormEvent, type RefObject, useContext, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { useNavigate } from 'react-router'
import { useAppDispatch } from '../../api'
import { encryptCard } from '../../rules/card-encryption'
import { useLifetime } from '../../ui'
import {
  customBookingPaymentErr,
  OpenDocument,
  selectPayToday,
  selectTopUp,
  stepPaths,
} from '../booking'
import type { CardFormHandle } from './CardForm'
import { topUpMessage } from './CustomAmount'
import { holdCard } from './card-in-hand'
import { takeDeviceData } from './device-data'
import { beginPayment, prepare, type RootWithPayment } from './pay'
import { paymentFailed } from './payment-slice'
import type { Method } from './useMethods'

/** The size of the bank's frame, as sent to the card provider. */
const CHALLENGE_WINDOW = '390x400'

/**
 * Submits the payment form: checks it, prepares the payment, encrypts the card, and opens the page
 * that sends the payment; for the wallet, the wallet's own page. It opens no page for a visitor who
 * has left meanwhile.
 */
export function useSubmit(card: RefObject<CardFormHandle | null>, method: Method | undefined) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const payToday = useSelector(selectPayToday)
  const outstanding = useSelector((state: RootWithPayment) => selectTopUp(state).outstanding)
  const lifetime = useLifetime()
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const openDocument = useContext(OpenDocument)

  const openResultPage = () => {
    dispatch(beginPayment())
    void navigate(stepPaths.PAYMENT_ACTION)
  }

  const confirmNothing = async (signal: AbortSignal) => {
    if (await dispatch(prepare('voucher', crypto.randomUUID(), signal))) openResultPage()
  }

  const payByCard = async (signal: AbortSignal) => {
    const typed = card.current?.submit()
    if (!typed) return
    const prepared = await dispatch(prepare('worldpay', crypto.randomUUID(), signal))
    if (!prepared) return
    const { worldpay, paymntRecId } = prepared
    if (!worldpay) {
      dispatch(paymentFailed({ kind: 'information' }))
      return
    }
    try {
      const session = await takeDeviceData(worldpay, typed.card.cardNumber)
      const encryptedData = await encryptCard(typed.card, worldpay.csePublicKey)
      if (signal.aborted) return
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
      return
    }
    card.current?.clear()
    openResultPage()
  }

  /** Resolves to whether the visitor is leaving for the wallet: the button then stays busy. */
  const payByWallet = async (signal: AbortSignal): Promise<boolean> => {
    const prepared = await dispatch(prepare('paypal', crypto.randomUUID(), signal))
    if (!prepared || signal.aborted) return false
    if (!prepared.paypal) {
      dispatch(paymentFailed({ kind: 'information' }))
      return false
    }
    dispatch(beginPayment())
    openDocument(prepared.paypal.approveUrl)
    return true
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isRunning.current) return
    if (payToday === undefined) {
      dispatch(customBookingPaymentErr(topUpMessage(outstanding)))
      document.getElementById('customBookingPayment')?.focus()
      return
    }
    isRunning.current = true
    setBusy(true)
    if (payToday === 0) await confirmNothing(lifetime())
    else if (method === 'paypal') {
      if (await payByWallet(lifetime())) return
    } else await payByCard(lifetime())
    isRunning.current = false
    setBusy(false)
  }
  return { submit, busy }
}
