import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { Field, TextInput, useErrorShown } from '../../ui'
import { topUpLimits } from '../../rules/amounts'
import { formatMedium, parseDate } from '../../rules/dates'
import { formatPence } from '../../rules/money'
import {
  customBookingPayment,
  customBookingPaymentErr,
  type RootWithBooking,
  sameSums,
  selectTopUp,
} from '../booking'

/** The message for an amount outside the limits of a top-up; `outstanding` is in pence. */
export function topUpMessage(outstanding: number): string {
  const { min, max } = topUpLimits(outstanding)
  return `Please enter an amount between ${formatPence(min)} and ${formatPence(max)}`
}

/**
 * The field for how much of the balance to pay now, at first all of it. `readOnly`: a payment is being
 * prepared.
 */
export function CustomAmount({ readOnly }: { readOnly: boolean }) {
  const dispatch = useAppDispatch()
  const booking = useSelector((state: RootWithBooking) => state.booking)
  const { outstanding, text, payToday } = useSelector(selectTopUp, sameSums)
  const due = parseDate(booking.dueDate)
  useErrorShown(booking.customBookingPaymentErr || undefined)
  return (
    <Field
      id="customBookingPayment"
      label="Enter amount to pay (£)"
      hint={
        due
          ? `Outstanding amount to pay before ${formatMedium(due)}: ${formatPence(outstanding)}`
          : undefined
      }
      error={booking.customBookingPaymentErr || undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          readOnly={readOnly}
          autoComplete="off"
          value={text}
          onChange={(event) => dispatch(customBookingPayment(event.target.value))}
          onBlur={() =>
            dispatch(
              customBookingPaymentErr(payToday === undefined ? topUpMessage(outstanding) : ''),
            )
          }
          className="h-16! text-price-sm! font-bold"
        />
      )}
    </Field>
  )
}
