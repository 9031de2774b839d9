import { Notice } from '../../ui'
import type { BookingState } from './booking-state'
import { sameSums, selectBreakdown, useBookingState } from './state'

/**
 * Says that only a deposit is paid to us, and that the park operator receives the rest, with what the
 * operator says about it. Nothing where the balance is paid to us.
 */
export function OperatorBalance({ className }: { className: string }) {
  const booking = useBookingState((state) => state.booking)
  const { deposit } = useBookingState(selectBreakdown, sameSums)
  if (booking.type !== 'new' || booking.compulsoryDeposit !== 1 || !deposit) return null
  return (
    <Notice className={className}>
      <p>{operatorNotice(booking)}</p>
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
