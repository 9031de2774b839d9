/** The visitor's random id: after consent in a cookie, otherwise in memory. */
const COOKIE = 'gbuuid'
const MAX_AGE_S = 400 * 24 * 60 * 60

let id: string | undefined

/** The visitor's id: that of an earlier visit, or a new one. */
export function visitorId(): string {
  id ??= /(?:^|;\s*)gbuuid=([^;]+)/.exec(document.cookie)?.[1] ?? crypto.randomUUID()
  return id
}

/** Keeps the id for later pages: the visitor has agreed. */
export function remember(): void {
  document.cookie = `${COOKIE}=${visitorId()}; Max-Age=${MAX_AGE_S}; Path=/; SameSite=Lax; Secure`
}

/** Removes what was kept, and takes a new id: the visitor no longer agrees. */
export function forget(): void {
  document.cookie = `${COOKIE}=; Max-Age=0; Path=/; SameSite=Lax; Secure`
  try {
    localStorage.removeItem('gbFeaturesCache')
  } catch {
    // Blocked storage has nothing to remove.
  }
  id = undefined
}
