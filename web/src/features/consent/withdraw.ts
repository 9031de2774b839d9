import { writeCookie } from '../../rules/write-cookie'
import { measuring } from './measuring'

/** Removes the cookies and the storage of everything that the visitor has rejected. */
export function removeMeasuringData(): void {
  for (const pair of document.cookie.split(/;\s*/)) {
    const name = pair.split('=')[0]
    if (name && measuring.test(name)) removeCookie(name)
  }
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[kind]
      for (const key of Object.keys(storage)) if (measuring.test(key)) storage.removeItem(key)
    } catch {
      // Blocked storage has nothing to remove.
    }
  }
}

/** Tags set cookies for the host or for a domain above it. */
function removeCookie(name: string) {
  const labels = window.location.hostname.split('.')
  const domains = labels.map((_, at) => `; Domain=${labels.slice(at).join('.')}`)
  for (const domain of ['', ...domains]) writeCookie(name, '', 0, domain)
}
