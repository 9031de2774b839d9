import { createAction } from '@reduxjs/toolkit'

/** The home page was opened: search, filters, results and selections are reset. */
export const homeVisited = createAction('HOME/VISITED')

/** The path changed. `previousUrl` is the path and query that the visitor came from. */
export const routeChanged = createAction<{ path: string; previousUrl: string | undefined }>(
  'ROUTE/CHANGED',
)

/** An address was opened: the search takes the values of its query. */
export const addressOpened = createAction<string>('ADDRESS/OPENED')

/** A link of a channel's menu was followed: the search takes the channel, and the region of the link. */
export const menuLinkFollowed = createAction<{ channelId: string; url: string }>(
  'MENU/LINK_FOLLOWED',
)

/**
 * A unit turned out to be sold: results and park pages remove it. The payload is its unitId.
 */
export const unavailableUnit = createAction<string>('SEARCH/RESULTS/UNAVAILABLE_UNIT')

/** A booking in progress was left: booking, booking form, extras and payment are reset. */
export const bookingAbandoned = createAction('BOOKING/ABANDONED')
