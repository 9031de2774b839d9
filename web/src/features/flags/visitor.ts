/**
 * What flags know of a visitor: a random id, and the campaign that they came from. With consent the
 * id is kept in a cookie and the campaign in session storage; otherwise in memory.
 */
const COOKIE = 'gbuuid'
const MAX_AGE_S = 400 * 24 * 60 * 60
/** The key of the campaign in session storage. */
const UTM_KEY = 'utm'

const names = {
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_campaign: 'utmCampaign',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
} as const

type Utm = Partial<Record<(typeof names)[keyof typeof names], string>>

let id: string | undefined
let utm: Utm | undefined

/** The visitor's id: that of an earlier visit, or a new one. */
export function visitorId(): string {
  id ??= /(?:^|;\s*)gbuuid=([^;]+)/.exec(document.cookie)?.[1] ?? crypto.randomUUID()
  return id
}

/** The campaign of the page on which the visitor arrived. */
export function utmOf(): Utm {
  utm ??= arrivedWith() ?? stored() ?? {}
  return utm
}

/** Keeps id and campaign for later pages: the visitor has agreed. */
export function remember(): void {
  document.cookie = `${COOKIE}=${visitorId()}; Max-Age=${MAX_AGE_S}; Path=/; SameSite=Lax; Secure`
  try {
    if (Object.keys(utmOf()).length > 0) sessionStorage.setItem(UTM_KEY, JSON.stringify(utmOf()))
  } catch {
    // Full or blocked storage: they stay in memory.
  }
}

/** Removes what was kept, and takes a new id: the visitor no longer agrees. */
export function forget(): void {
  document.cookie = `${COOKIE}=; Max-Age=0; Path=/; SameSite=Lax; Secure`
  try {
    sessionStorage.removeItem(UTM_KEY)
    localStorage.removeItem('gbFeaturesCache')
  } catch {
    // Blocked storage has nothing to remove.
  }
  id = undefined
}

/** The campaign in the address of this document when it was loaded. */
function arrivedWith(): Utm | undefined {
  const [entry] = performance.getEntriesByType('navigation')
  const query = new URL(entry?.name ?? window.location.href, window.location.href).searchParams
  const found: Utm = {}
  for (const [name, key] of Object.entries(names) as [keyof typeof names, keyof Utm][]) {
    const value = query.get(name)
    if (value) found[key] = value
  }
  return Object.keys(found).length > 0 ? found : undefined
}

function stored(): Utm | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(UTM_KEY) ?? 'null') as Utm | null) ?? undefined
  } catch {
    return undefined
  }
}
