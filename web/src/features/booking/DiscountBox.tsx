import { type FormEvent, useRef, useState } from 'react'
import { errorMessages, NETWORK_ERROR, useAppDispatch } from '../../api'
import { Button, Field, Notice, TextInput, useErrorShown, useLifetime } from '../../ui'
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
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  // Only one request at a time: which of two would be answered last is not known.
  const running = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const focusCode = () => form.current?.querySelector('input')?.focus()
  const lifetime = useLifetime()
  useErrorShown(error)

  const send = async (discountCode: string) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    const signal = lifetime()
    const run = setDiscountCall.run({ bookId: booking.bookingId ?? '', discountCode }, { signal })
    const result = dispatch(noteTimeOut(await dispatch(run)))
    if (signal.aborted) return
    running.current = false
    setBusy(false)
    setError(result.ok ? undefined : (errorMessages(result.error)[0] ?? NETWORK_ERROR))
    if (result.ok && discountCode === '') setCode('')
    // The button that removed the code disappears; a refused code is corrected in its field.
    if (!result.ok || discountCode === '') focusCode()
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') {
      setError('Please enter discount code')
      focusCode()
    } else void send(code.trim())
  }

  return (
    <section className="mt-8">
      <h2 className="display mb-3 text-part md:text-h3">Discount or voucher</h2>
      <form ref={form} noValidate onSubmit={apply} className="card p-4">
        <Field label="Discount or voucher code" id="discountCode" error={error} announced>
          {(control) => (
            <div className="flex gap-2.5">
              <TextInput
                {...control}
                name="discountCode"
                autoComplete="off"
                autoCapitalize="characters"
                value={code}
                onChange={(event) => {
                  setCode(event.target.value)
                  setError(undefined)
                }}
              />
              <Button type="submit" variant="secondary" busy={busy}>
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
              aria-disabled={busy || undefined}
              className="text-link ml-2"
              onClick={() => void send('')}
            >
              Remove
            </button>
          </Notice>
        ) : null}
      </form>
    </section>
  )
}
