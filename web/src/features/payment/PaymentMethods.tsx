import type { ReactNode } from 'react'
import { useAppDispatch } from '../../api'
import { type Form, Notice, useLifetime } from '../../ui'
import { CardForm, CardMarks } from './CardForm'
import { beginDeviceData } from './device-data'
import { OtherWays } from './OtherWays'
import type { Card } from './useCard'
import type { Method, Methods } from './useMethods'

/** The choice between card and PayPal, where there is one, and the form of the card. */
export function PaymentMethods({
  card,
  form,
  methods,
}: {
  card: Card
  form: Form
  methods: Methods
}) {
  const dispatch = useAppDispatch()
  const lifetime = useLifetime()
  const { offered, chosen } = methods
  if (chosen === undefined) return <NoMethod />
  return (
    <fieldset>
      <legend className="contents">
        <h2 className="display mt-9 mb-3 text-part md:text-h3">How would you like to pay?</h2>
      </legend>
      {offered.includes('worldpay') ? (
        <section aria-label="Credit or Debit Card" className="card">
          <Heading method="worldpay" methods={methods} frozen={form.busy} marks={<CardMarks />}>
            Credit or Debit Card
          </Heading>
          {/* Hidden, not removed: what was typed stays while the other method is chosen. */}
          <div hidden={chosen !== 'worldpay'} className="border-t border-line">
            <CardForm
              card={card}
              form={form}
              onNumber={(digits) => dispatch(beginDeviceData(digits, lifetime()))}
            />
          </div>
        </section>
      ) : null}
      {offered.includes('paypal') ? (
        <section aria-label="PayPal" className="card mt-3">
          <Heading method="paypal" methods={methods} frozen={form.busy}>
            PayPal
          </Heading>
          <p hidden={chosen !== 'paypal'} className="card-text border-t border-line py-4">
            You approve the payment on PayPal’s website and then come back here.
          </p>
        </section>
      ) : null}
    </fieldset>
  )
}

/** The name of a method: a radio button where there is a choice. */
function Heading({
  method,
  methods,
  frozen,
  marks,
  children,
}: {
  method: Method
  methods: Methods
  /** A payment is being prepared, so the method cannot be changed. */
  frozen: boolean
  marks?: ReactNode
  children: ReactNode
}) {
  const isOnlyMethod = methods.offered.length === 1
  return (
    <div className="card-text flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-4">
      {isOnlyMethod ? (
        <h3 className="text-lead font-bold">{children}</h3>
      ) : (
        <label className="flex min-h-11 grow items-center gap-3.5 text-lead font-bold">
          <input
            type="radio"
            name="paymentMethod"
            value={method}
            checked={methods.chosen === method}
            aria-disabled={frozen || undefined}
            onChange={() => {
              if (!frozen) methods.choose(method)
            }}
            className="radio"
          />
          {children}
        </label>
      )}
      {marks}
    </div>
  )
}

/** Shown instead of all methods while none can be used. */
function NoMethod() {
  return (
    <Notice live className="mt-9">
      <p>We cannot take payments at the moment. Please try again in a little while.</p>
      <OtherWays />
    </Notice>
  )
}
