import { brand } from '../../brands'

/** The parts of an absolute URL: host, path, and query with hash. The server's engine has no URL class. */
const ABSOLUTE = /^(?:https?:)?\/\/([^/?#]+)([^?#]*)(.*)$/i

/** Whether a path is that of a file, which no page of the product shows. */
const FILE = /\.[a-z0-9]{2,5}$/i

function hostOf(address: string): string {
  return withoutWww(ABSOLUTE.exec(address.includes('//') ? address : `//${address}`)?.[1] ?? '')
}

function withoutWww(host: string): string {
  return host.toLowerCase().replace(/^www\./, '')
}

/** The product's own hosts, of the configuration. */
const ownHosts = [brand.global.siteBaseUrl, brand.global.siteUrl].map(hostOf).filter(Boolean)

/**
 * The path of a link that leads within the product, with query and hash; undefined if it leads
 * elsewhere. `pageHost` is the host of the page, if it is known.
 */
export function ownPath(href: string, pageHost?: string): string | undefined {
  if (/^\/(?!\/)/.test(href)) return FILE.test(pathOf(href)) ? undefined : href
  const [, host, path = '', rest = ''] = ABSOLUTE.exec(href) ?? []
  if (host === undefined) return undefined
  const isOwn =
    ownHosts.includes(withoutWww(host)) || withoutWww(host) === withoutWww(pageHost ?? '')
  return isOwn && !FILE.test(path) ? (path || '/') + rest : undefined
}

function pathOf(href: string): string {
  return href.replace(/[?#].*$/, '')
}

/** Where a 'Book Now' button leads: within the product, /park/ in the path becomes /holidays/. */
export function bookNowTarget(href: string, pageHost?: string): string {
  const internal = ownPath(href, pageHost)
  if (internal === undefined) return href
  const path = pathOf(internal)
  return path.replace('/park/', '/holidays/') + internal.slice(path.length)
}

/** Whether the text, title or file name of a picture says 'Book now'. */
export function saysBookNow(...words: readonly (string | undefined)[]): boolean {
  return words.some((word) => word !== undefined && /book[\s_-]*now/i.test(word))
}

/** The host of an embedded page, if it may be shown: only over https. */
export function embedHost(src: string | undefined): string | undefined {
  return /^https:\/\//i.test(src ?? '') ? hostOf(src ?? '') : undefined
}

/** Whether a host is the product's own. */
export function isOwnHost(host: string, pageHost?: string): boolean {
  return ownHosts.includes(host) || host === withoutWww(pageHost ?? '')
}
