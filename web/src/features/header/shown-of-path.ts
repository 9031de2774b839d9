import type { Channel } from '../../api'
import { brand } from '../../brands'
import { isBookingPath } from '../page'
import { extraLinks, menuEntries } from './menu'
import { isTelephonePath } from './TopBar'

/**
 * The part of a path on which the header's HTML depends: the path itself if the header differs there,
 * otherwise ''.
 */
export function shownOfPath(path: string, channels: readonly Channel[]): string {
  const links = [...menuEntries(channels), ...extraLinks(brand.header, brand.campaign)]
  const changesHeader =
    isBookingPath(path) || isTelephonePath(path) || links.some(({ href }) => href === path)
  return changesHeader ? path : ''
}
