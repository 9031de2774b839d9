import type { ReactNode } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { classes, Notice } from '../../ui'
import type { PaymentOption } from '../../rules/amounts'
import { formatMedium, parseDate } from '../../rules/dates'
import { formatPence } from '../../rules/money'
import { type RootWithBooking, selectBreakdown, selectPaymentOption } from '../booking'

/** All now or a deposit, as far as there is a choice, and what follows from it. */
export function PaymentOptions() {
  const booking = useSelector((state: RootWithBooking) => state.booking)
  const amounts = useSelector(selectBreakdown, sameAmounts)
  const compulsory = booking.compulsoryDeposit === 1
  const due = parseDate(booking.dueDate)
  const { deposit } = amounts
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
            label={`Full Payment: ${formatPence(amounts.full.now)}`}
          >
            Nothing left to pay
          </Option>
        )}
        {deposit ? (
          <Option
            option="deposit"
            chosen={amounts.option}
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
      {deposit && compulsory ? (
        <Notice className="mt-4">{operatorNotice(booking.channelId)}</Notice>
      ) : null}
      {booking.depositText ? (
        <p className="mt-3 text-small text-muted">{booking.depositText}</p>
      ) : null}
    </fieldset>
  )
}

/** Who gets the balance of a compulsory deposit, and when. */
export function operatorNotice(channelId: string | undefined): string {
  const when =
    channelId === 'eurocaravan' ? 'on confirmation of your booking' : 'before the holiday date'
  return `You will pay a deposit now and the balance will be payable direct to the park operator ${when}.`
}

function Option({
  option,
  chosen,
  label,
  children,
}: {
  option: PaymentOption
  chosen: PaymentOption
  label: string
  children: ReactNode
}) {
  const dispatch = useDispatch()
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
        onChange={() => dispatch(selectPaymentOption(option))}
        className="size-6 appearance-none rounded-full border-2 border-field bg-surface checked:border-[7px] checked:border-ink"
      />
      <span className="text-[18px]/6 font-bold">{label}</span>
      <span className="col-start-2 text-small text-muted">{children}</span>
    </label>
  )
}

function sameAmounts(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
