import { useState } from 'react'
import { classes } from '../../ui'
import { ClockIcon } from '../../ui/icons'
import { londonTime } from '../../rules/dates'
import type { HoldNotice } from './hold'
import { useBookingState } from './state'

/** Says until when the unit is held. */
export function HoldLine({ className }: { className?: string }) {
  const expiresAt = useBookingState(({ booking }) => booking.expiresAt)
  if (expiresAt === undefined) return null
  return (
    <p className={classes('flex items-center gap-2 text-detail', className)}>
      <ClockIcon size={20} aria-hidden="true" />
      <span>
        We are holding this holiday for you until <b>{londonTime(expiresAt)}</b>.
      </span>
    </p>
  )
}

/**
 * A warning near the end of the hold. Screen readers announce its first text only; it stays at the
 * bottom of the screen.
 */
export function HoldWarning({ notice }: { notice: HoldNotice }) {
  const expiresAt = useBookingState(({ booking }) => booking.expiresAt)
  const [announced, setAnnounced] = useState<HoldNotice>('none')
  if (notice !== 'none' && announced === 'none') setAnnounced(notice)
  const endsSoon = notice !== 'none'
  return (
    <output
      aria-live={announced === 'none' || announced === notice ? 'polite' : 'off'}
      className={
        endsSoon
          ? 'sticky bottom-3 z-(--z-sticky) mx-auto mt-6 flex w-fit max-w-full items-center gap-2.5 rounded-card border-2 border-ink bg-surface px-4 py-3 font-semibold shadow-float print:hidden'
          : 'sr-only'
      }
    >
      {endsSoon ? (
        <>
          <ClockIcon size={20} aria-hidden="true" />
          {notice === 'minutes' ? (
            <span>We can hold this holiday for about 5 more minutes.</span>
          ) : (
            <span>
              We can hold this holiday only until <b>{londonTime(expiresAt ?? 0)}</b>.
            </span>
          )}
        </>
      ) : null}
    </output>
  )
}
