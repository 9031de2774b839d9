import { Field } from '../../src/ui'
import type { Booking } from '../contract'
import { money, typedPence } from '../parts/texts'
import { Choices } from './Step'

interface FieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Why something is done, for colleagues and the audit log. */
export function ReasonField({ value, error, onChange }: FieldProps) {
  return (
    <Field label="Reason, for colleagues and the audit log" error={error} announced>
      {(given) => (
        <textarea
          {...given}
          rows={3}
          maxLength={500}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="text-box"
        />
      )}
    </Field>
  )
}

/** An amount in pounds that goes back to the guest, as a person types it. */
export function AmountField({
  booking,
  value,
  error,
  onChange,
}: FieldProps & { booking: Booking }) {
  const { money: sums } = booking
  const unread = value !== '' && typedPence(value) === undefined
  return (
    <Field
      label="Amount"
      hint={sums ? `${money(sums.paid - sums.returned)} is paid and not yet returned.` : undefined}
      error={error ?? (unread ? 'An amount in pounds, such as 40 or 40.50' : undefined)}
      announced
    >
      {(given) => (
        <span className="relative block w-40">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-figure text-muted"
          >
            £
          </span>
          <input
            {...given}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="text-box pl-8 text-figure font-bold"
          />
        </span>
      )}
    </Field>
  )
}

/** Who bears what goes back. */
export type Bears = 'operator' | 'we' | 'half'

/** Who bears what goes back: it decides what the park's statement says. */
export function BearsField({
  booking,
  value,
  onChange,
}: {
  booking: Booking
  value: Bears
  onChange: (value: Bears) => void
}) {
  return (
    <Choices
      name="bears"
      value={value}
      options={[
        { value: 'operator', label: booking.park.operator || booking.park.name },
        { value: 'we', label: 'We do' },
        { value: 'half', label: 'Half each' },
      ]}
      onChange={onChange}
    />
  )
}
