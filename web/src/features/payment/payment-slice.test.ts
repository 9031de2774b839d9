import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { params, prepayment, refusal, serveBooking } from '../../test/bookings'
import { readyStore } from '../../test/render'
import { type Answer, type Answers, ok } from '../../test/server'
import { refreshAmounts } from '../booking'
// oxlint-disable-next-line no-restricted-imports -- pages load it when they need it, so the index lacks it
import { startBooking } from '../booking/start-booking'
import { postPaymentCall, prePaymentCall } from './calls'
import { startAnalytics } from '../analytics'
import { prepare, requestOutcome } from './pay'
import { resetPayment, setPaymentUsed, setWorldpayMac } from './payment-slice'

const meta = { id: 'x', attempt: 1, params: {} }
const worldpay = { csePublicKey: '1#10001#ab', ddcUrl: 'https://ddc.example', ddcJwt: 'jwt' }
const paypal = { paymntRecId: 'W1', orderId: 'O1', approveUrl: 'https://wallet.example/O1' }
const authorised = { status: 'authorised', confirmationId: '7K3QX-9F2MA', amountPaid: '80.00' }

/** A booking that is ready to be paid. */
async function payable(answers: Answers = {}) {
  const requests = serveBooking(answers)
  const store = readyStore()
  await store.dispatch(startBooking(params))
  await store.dispatch(refreshAmounts())
  const sent = () =>
    requests.map(({ path }) => path).filter((path) => /\/(?:pre|post)payment$/.test(path))
  return { store, sent, payment: () => store.getState().payment }
}

describe('an attempt that another has replaced', () => {
  it('is ignored when its answer comes late', async () => {
    let answer: (late: Answer) => void = () => undefined
    const late = new Promise<Answer>((resolve) => (answer = resolve))
    const { store, payment } = await payable({ '/api/postpayment': () => late })
    await store.dispatch(prepare('worldpay', 'K1'))
    const result = store.dispatch(requestOutcome({ action: 'authorise' }))
    store.dispatch(prePaymentCall.success(prepayment({ paymntRecId: 'P2', worldpay }), meta))
    answer(refusal(402, 'PAYMENT_REFUSED', 'Refused'))
    expect(await result).toEqual({ kind: 'failed' })
    expect(payment()).toMatchObject({ paymntRecId: 'P2' })
    expect(payment().failure).toBeUndefined()
  })
})

describe('the state of the payment', () => {
  it('[PAY-11] has no paymntRecId before a payment is started, then keeps method and answer', async () => {
    const { store, sent, payment } = await payable({
      '/api/postpayment': ok({ status: 'pending', pollAfterMs: 5 }),
    })
    expect(payment()).toEqual({})
    expect(await store.dispatch(requestOutcome({ action: 'status' }))).toEqual({ kind: 'failed' })
    expect(sent()).toEqual([])
    await store.dispatch(prepare('worldpay', 'K1'))
    expect((await store.dispatch(requestOutcome({ action: 'status' }))).kind).toBe('pending')
    expect(payment()).toMatchObject({
      paymntRecId: 'P1',
      paymntUsed: 'worldpay',
      postPayment: { status: 'pending' },
    })
    expect(sent()).toEqual(['/api/prepayment', '/api/postpayment'])
  })

  it('[PAY-12] [PAY-15] takes the attempt and each provider’s data from the pre-payment answer', () => {
    const store = readyStore()
    store.dispatch(prePaymentCall.success(prepayment({ worldpay }), meta))
    expect(store.getState().payment).toMatchObject({ paymntRecId: 'P1', worldpay })
    expect(store.getState().payment.paypal).toBeUndefined()
    const { paymntRecId: _, ...withoutId } = prepayment({ paypal })
    store.dispatch(prePaymentCall.success(withoutId as ReturnType<typeof prepayment>, meta))
    expect(store.getState().payment).toMatchObject({ paymntRecId: 'W1', paypal })
    expect(store.getState().payment.worldpay).toBeUndefined()
    store.dispatch(prePaymentCall.success(prepayment({ paypal }), meta))
    expect(store.getState().payment.paymntRecId).toBe('P1')
  })

  it('[PAY-14] [PAY-16] stores a post-payment’s answer, and clears it when another attempt starts', () => {
    const store = readyStore()
    store.dispatch(postPaymentCall.success(authorised, meta))
    expect(store.getState().payment.postPayment).toEqual(authorised)
    const form = {
      bookId: 'A',
      paymentOption: 'full' as const,
      paymentMethod: 'worldpay' as const,
      expectedAmount: '1.00',
      idempotencyKey: 'K2',
    }
    store.dispatch(prePaymentCall.request(form, meta))
    expect(store.getState().payment).not.toHaveProperty('postPayment')
  })

  it('[PAY-18] names its actions as the specification does', () => {
    expect([prePaymentCall.name, postPaymentCall.name]).toEqual(['PRE_PAYMENT', 'POST_PAYMENT'])
    expect(prePaymentCall.success.type).toBe('PRE_PAYMENT/SUCCESS')
    expect(postPaymentCall.failure.type).toBe('POST_PAYMENT/FAILURE')
    expect([setPaymentUsed.type, setWorldpayMac.type]).toEqual([
      'SET_PAYMENT_USED',
      'SET_WORLDPAY_MAC',
    ])
    const store = readyStore()
    store.dispatch({ type: 'SET_PAYMENT_USED', payload: 'voucher' })
    store.dispatch({ type: 'SET_WORLDPAY_MAC', payload: 'abc' })
    expect(store.getState().payment).toEqual({ paymntUsed: 'voucher', worldpayMac: 'abc' })
    store.dispatch(resetPayment())
    expect(store.getState().payment).toEqual({})
  })
})

describe('payment errors', () => {
  const storedErrors = () =>
    (JSON.parse(sessionStorage.getItem('pending-events') ?? '[]') as { event: string }[]).filter(
      ({ event }) => event === 'payment_error',
    )

  beforeEach(() => {
    sessionStorage.clear()
    startAnalytics('accepted', { cardForm: true })
  })
  afterEach(() => {
    startAnalytics('rejected')
  })

  it('[PAY-28] [PAYFAIL-75] [ANLY-16] are each reported once, with message and status', async () => {
    const { store } = await payable({
      '/api/prepayment': refusal(409, 'PRICE_CHANGED', 'The price has changed.'),
    })
    await store.dispatch(prepare('worldpay', 'K1'))
    const first = { event: 'payment_error', message: 'The price has changed.', status: 409 }
    expect(storedErrors()).toEqual([first])

    serveBooking({ '/api/postpayment': refusal(402, 'PAYMENT_REFUSED', 'Refused.') })
    await store.dispatch(prepare('worldpay', 'K2'))
    await store.dispatch(requestOutcome({ action: 'status' }))
    const second = { event: 'payment_error', message: 'Refused.', status: 402 }
    expect(storedErrors()).toEqual([first, second])

    serveBooking({ '/api/postpayment': 'no answer' })
    await store.dispatch(prepare('worldpay', 'K3'))
    await store.dispatch(requestOutcome({ action: 'status' }))
    const third = { event: 'payment_error', message: 'no answer', status: 0 }
    expect(storedErrors()).toEqual([first, second, third])

    serveBooking({ '/api/postpayment': ok(authorised) })
    await store.dispatch(prepare('worldpay', 'K4'))
    await store.dispatch(requestOutcome({ action: 'status' }))
    expect(storedErrors()).toHaveLength(3)
  })
})
