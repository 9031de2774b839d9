import { createAction } from '@reduxjs/toolkit'

/** The home page was opened: search, filters, results and selections are reset. */
export const homeVisited = createAction('HOME/VISITED')

/** The path changed. `previousUrl` is the path and query that the visitor came from. */
export const routeChanged = createAction<{ path: string; previousUrl: string | undefined }>(
  'ROUTE/CHANGED',
)

/** A booking in progress was left: booking, booking form, extras and payment are reset. */
export const bookingAbandoned = createAction('BOOKING/ABANDONED')
