import { Notice } from '../../ui'
import type { BookingState } from './booking-state'
import { dueText } from './PriceBreakdown'
import { sameSums, selectBreakdown, useBookingState } from './state'

/**
 * Says that only a deposit is paid to us, and that the park operator receives the rest, with the day
 * of an operator that names one, which is told beside the amounts too, and what the operator says. Nothing where the balance is paid to us.
 */
export function OperatorBalance({ className }: { className: string }) {
  const booking = useBookingState((state) => state.booking)
  const { deposit } = useBookingState(selectBreakdown, sameSums)
  if (booking.type !== 'new' || booking.compulsoryDeposit !== 1 || !deposit) return null
  const due = dueText(booking.dueDate)
  return (
    <Notice className={className}>
      <p>{operatorNotice(booking)}</p>
      {due ? <p>It must be paid before {due}.</p> : null}
      {booking.depositText ? <p className="mt-1 text-small">{booking.depositText}</p> : null}
    </Notice>
  )
}

/** Who receives the balance of a compulsory deposit, and when: in Europe on confirmation. */
function operatorNotice({ channelId }: BookingState): string {
  const when =
    channelId === 'eurocaravan' ? 'on confirmation of your booking' : 'before the holiday date'
  return `You will pay a deposit now and the balance will be payable direct to the park operator ${when}.`
}
