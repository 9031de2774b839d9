import { lazy } from 'react'

/** A held booking. Its code is loaded only for a visitor who has one. */
export const HeldBooking = lazy(() => import('./HeldBooking'))

/** What somebody sees who pays by a link. Its code is loaded only for them. */
export const LinkOpening = lazy(async () => ({ default: (await import('./linked')).LinkOpening }))
export const LinkedSummary = lazy(async () => ({
  default: (await import('./linked')).LinkedSummary,
}))
export const LinkedReceipt = lazy(async () => ({
  default: (await import('./linked')).LinkedReceipt,
}))
