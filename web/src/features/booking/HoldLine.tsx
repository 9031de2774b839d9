import { ClockIcon } from '../../ui/icons'
import { londonTime } from '../../rules/london-time'
import { useBookingState } from './state'

/** Until when the unit is held. Near the end that is said aloud, once. */
export function HoldLine({ ending, className }: { ending: boolean; className?: string }) {
  const expiresAt = useBookingState(({ booking }) => booking.expiresAt)
  if (expiresAt === undefined) return null
  return (
    <div className={className}>
      <p className="flex items-center gap-2 text-[15px]">
        <ClockIcon size={20} aria-hidden="true" />
        <span>
          We are holding this holiday for you until <b>{londonTime(expiresAt)}</b>.
        </span>
      </p>
      <output className={ending ? 'mt-1 block text-[15px] font-semibold' : 'sr-only'}>
        {ending ? 'We can hold this holiday for about 5 more minutes.' : ''}
      </output>
    </div>
  )
}
