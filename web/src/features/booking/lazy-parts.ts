import { lazy } from 'react'

/** A held booking. Its code is loaded only for a visitor who has one. */
export const HeldBooking = lazy(() => import('./HeldBooking'))
