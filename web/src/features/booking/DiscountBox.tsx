import { useRef, useState } from 'react'
import { errorMessages, NETWORK_ERROR, useAppDispatch } from '../../api'
import { Button, Field, Notice, type Outcome, TextInput, useErrorShown, useForm } from '../../ui'
import { formatPence } from '../../rules/money'
import { setDiscountCall } from './calls'
import { noteTimeOut } from './resume-booking'
import { selectBreakdown, useBookingState } from './state'

/** The field for a discount code or voucher. When a new code is refused, the applied one stays. */
export function DiscountBox() {
  const dispatch = useAppDispatch()
  const booking = useBookingState((state) => state.booking)
  const discount = useBookingState((state) => selectBreakdown(state).discount)
  const [code, setCode] = useState(booking.discountCode)
  const input = useRef<HTMLInputElement>(null)

  const send = async (discountCode: string, signal: AbortSignal): Promise<Outcome> => {
    const run = setDiscountCall.run({ bookId: booking.bookingId ?? '', discountCode }, { signal })
    const result = dispatch(noteTimeOut(await dispatch(run)))
    return result.ok ? undefined : refused(errorMessages(result.error)[0] ?? NETWORK_ERROR)
  }
  const form = useForm((_, signal) =>
    code.trim() === '' ? refused('Please enter discount code') : send(code.trim(), signal),
  )
  const remove = () =>
    form.run(async (signal) => {
      const outcome = await send('', signal)
      if (outcome || signal.aborted) return outcome
      setCode('')
      // The button that removed the code disappears.
      input.current?.focus()
      return undefined
    })
  const error = form.error('discountCode')
  useErrorShown(error)

  return (
    <section className="mt-8">
      <h2 className="display mb-3 text-part md:text-h3">Discount or voucher</h2>
      <form {...form.attributes} noValidate className="card p-4">
        <Field label="Discount or voucher code" id="discountCode" error={error} announced>
          {(control) => (
            <div className="flex gap-2.5">
              <TextInput
                {...control}
                ref={input}
                name="discountCode"
                autoComplete="off"
                autoCapitalize="characters"
                value={code}
                onChange={(event) => {
                  setCode(event.target.value)
                  form.changed('discountCode')
                }}
              />
              <Button type="submit" variant="secondary" busy={form.busy}>
                Apply
              </Button>
            </div>
          )}
        </Field>
        {booking.discountApplied ? (
          <Notice kind="success" live className="mt-4">
            <span>
              {`${booking.discountType === 'voucher' ? 'Voucher' : 'Discount'} applied: ${formatPence(discount)} off${booking.voucherRemaining ? `, ${formatPence(booking.voucherRemaining)} stays on the voucher` : ''}`}
            </span>{' '}
            <button
              type="button"
              aria-disabled={form.busy || undefined}
              className="text-link ml-2"
              onClick={remove}
            >
              Remove
            </button>
          </Notice>
        ) : null}
      </form>
    </section>
  )
}

/** The code was refused. */
function refused(message: string): Outcome {
  return { fields: [{ field: 'discountCode', message }] }
}
