import { brand } from '../../brands'

/** The host of an absolute URL. The server's engine has no URL class. */
const HOST = /^(?:https?:)?\/\/([^/?#]+)/i

function hostOf(address: string): string {
  return withoutWww(HOST.exec(address.includes('//') ? address : `//${address}`)?.[1] ?? '')
}

function withoutWww(host: string): string {
  return host.toLowerCase().replace(/^www\./, '')
}

/** The product's own hosts, of the configuration. */
const ownHosts = [brand.global.siteBaseUrl, brand.global.siteUrl].map(hostOf).filter(Boolean)

/** The host of an embedded page, if it may be shown: only over https. */
export function embedHost(src: string | undefined): string | undefined {
  return /^https:\/\//i.test(src ?? '') ? hostOf(src ?? '') : undefined
}

/** Whether a host is the product's own. */
export function isOwnHost(host: string, pageHost?: string): boolean {
  return ownHosts.includes(host) || host === withoutWww(pageHost ?? '')
}
