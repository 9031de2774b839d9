import type { Channel } from '../../api'
import { brand } from '../../brands'
import { isBookingPath } from '../page'
import { extraLinks, menuEntries } from './menu'
import { telephonePaths } from './TopBar'

/** What the closed header shows of a path: the path where it matters, or nothing. */
export function shownOfPath(path: string, channels: readonly Channel[]): string {
  const links = [...menuEntries(channels), ...extraLinks(brand.header, brand.campaign)]
  const matters =
    isBookingPath(path) || telephonePaths.includes(path) || links.some(({ href }) => href === path)
  return matters ? path : ''
}
