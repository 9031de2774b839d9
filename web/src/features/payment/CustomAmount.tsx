import { useDispatch, useSelector } from 'react-redux'
import { Field, TextInput, useErrorShown } from '../../ui'
import { topUpLimits } from '../../rules/amounts'
import { formatMedium, parseDate } from '../../rules/dates'
import { formatPence } from '../../rules/money'
import {
  customBookingPayment,
  customBookingPaymentErr,
  type RootWithBooking,
  selectTopUp,
} from '../booking'

/** The message of an amount that cannot be taken towards a balance. */
export function topUpMessage(outstanding: number): string {
  const { min, max } = topUpLimits(outstanding)
  return `Please enter an amount between ${formatPence(min)} and ${formatPence(max)}`
}

/** How much of the balance is paid now: all of it unless another amount is entered. */
export function CustomAmount() {
  const dispatch = useDispatch()
  const booking = useSelector((state: RootWithBooking) => state.booking)
  const { outstanding, payToday } = useSelector(
    selectTopUp,
    (one, other) => JSON.stringify(one) === JSON.stringify(other),
  )
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
          autoComplete="off"
          placeholder={(outstanding / 100).toFixed(2)}
          value={booking.customBookingPayment}
          onChange={(event) => dispatch(customBookingPayment(event.target.value))}
          onBlur={() =>
            dispatch(
              customBookingPaymentErr(payToday === undefined ? topUpMessage(outstanding) : ''),
            )
          }
          className="h-16 text-[28px] font-bold"
        />
      )}
    </Field>
  )
}
