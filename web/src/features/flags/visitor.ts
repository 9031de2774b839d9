import { readCookie } from '../../rules/read-cookie'
import { writeCookie } from '../../rules/write-cookie'
import { CACHE_KEY } from './payload'

/** The visitor's random id: after consent in a cookie, otherwise in memory. */
const COOKIE = 'gbuuid'
const MAX_AGE_S = 400 * 24 * 60 * 60

let id: string | undefined

/** The visitor's id: that of an earlier visit, or a new one. */
export function visitorId(): string {
  id ??= readCookie(COOKIE) || crypto.randomUUID()
  return id
}

/** Keeps the id for later pages: the visitor has agreed. Another tab's, which did so before, stays. */
export function remember(): void {
  id = readCookie(COOKIE) || visitorId()
  writeCookie(COOKIE, id, MAX_AGE_S)
}

/** Removes what was kept, and takes a new id: the visitor no longer agrees. */
export function forget(): void {
  writeCookie(COOKIE, '', 0)
  try {
    localStorage.removeItem(CACHE_KEY)
  } catch {
    // Blocked storage has nothing to remove.
  }
  id = undefined
}
