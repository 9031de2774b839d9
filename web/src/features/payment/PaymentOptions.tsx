import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { classes, Notice } from '../../ui'
import type { PaymentOption } from '../../rules/voucher'
import { formatMedium, parseDate } from '../../rules/dates'
import { formatPence } from '../../rules/money'
import {
  OperatorBalance,
  type RootWithBooking,
  sameSums,
  selectBreakdown,
  paymentOptionChosen,
} from '../booking'

/**
 * The choice between paying all now or a deposit, where there is one, and its consequences.
 * `frozen`: a payment is being prepared, so the option cannot be changed.
 */
export function PaymentOptions({ frozen }: { frozen: boolean }) {
  const booking = useSelector((state: RootWithBooking) => state.booking)
  const amounts = useSelector(selectBreakdown, sameSums)
  const compulsory = booking.compulsoryDeposit === 1
  const due = parseDate(booking.dueDate)
  const { deposit } = amounts
  if (amounts.total === 0) return <NothingToPay />
  return (
    <fieldset>
      <legend className="contents">
        <h1 className="display mb-5 text-h2">
          Pay in full or put down a deposit to secure your booking
        </h1>
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {deposit && compulsory ? null : (
          <Option
            option="full"
            chosen={amounts.option}
            frozen={frozen}
            label={`Full Payment: ${formatPence(amounts.full.now)}`}
          >
            Nothing left to pay
          </Option>
        )}
        {deposit ? (
          <Option
            option="deposit"
            chosen={amounts.option}
            frozen={frozen}
            label={`Deposit Payment: ${formatPence(deposit.now)}`}
          >
            {due
              ? `Outstanding amount to pay before ${formatMedium(due)}: ${formatPence(deposit.later)}`
              : null}
          </Option>
        ) : null}
      </div>
      {deposit ? null : (
        <Notice className="mt-4">
          Paying a deposit is not available for this holiday. You must pay in full.
        </Notice>
      )}
      <OperatorBalance className="mt-4" />
      {booking.depositText && !compulsory ? (
        <p className="mt-3 text-small text-muted">{booking.depositText}</p>
      ) : null}
    </fieldset>
  )
}

/** Shown when a code covers the whole price: there is no choice. */
function NothingToPay() {
  return (
    <>
      <h1 className="display mb-5 text-h2">Confirm your booking</h1>
      <Notice kind="success">
        Your code covers the whole price. There is nothing left to pay.
      </Notice>
    </>
  )
}

function Option({
  option,
  chosen,
  frozen,
  label,
  children,
}: {
  option: PaymentOption
  chosen: PaymentOption
  frozen: boolean
  label: string
  children: ReactNode
}) {
  const dispatch = useAppDispatch()
  const checked = option === chosen
  return (
    <label
      className={classes(
        'grid grid-cols-[24px_minmax(0,1fr)] content-start gap-x-3.5 rounded-card bg-surface p-4',
        checked ? 'border-2 border-ink' : 'm-[0.5px] border-[1.5px] border-field',
      )}
    >
      <input
        type="radio"
        name="paymentOption"
        value={option}
        checked={checked}
        aria-disabled={frozen || undefined}
        onChange={() => {
          if (!frozen) dispatch(paymentOptionChosen(option))
        }}
        className="radio"
      />
      <span className="text-lead/6 font-bold">{label}</span>
      <span className="col-start-2 text-small text-muted">{children}</span>
    </label>
  )
}
