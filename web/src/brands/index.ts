/** The brand that this build serves: its configuration, texts, content pages and footer. */
import { configurationOf } from './brands'
import { contentRoutesOf } from './content-routes'
import { footerGroups } from './footer-links'
import { textOf, type TextKey } from './texts'

export { configurationOf } from './brands'
export {
  checkConfiguration,
  siteCodes,
  type SiteCode,
  type SiteConfiguration,
} from './configuration'
export { contentRoutesOf, type ContentRoute } from './content-routes'
export { footerGroups, type FooterGroup, type FooterLink } from './footer-links'
export { textOf, type TextKey } from './texts'

/** The configuration of the brand that this build serves. Throws for an unsupported site code. */
export const brand = configurationOf(__SITE_CODE__)

/** A text of this brand. */
export function t(key: TextKey, values?: Readonly<Record<string, string | number>>): string {
  return textOf(brand.siteCode, key, values)
}

/** The content pages of this brand. */
export const contentRoutes = contentRoutesOf(brand.siteCode)

/** The footer's groups of this brand. */
export const footer = footerGroups(brand.siteCode, brand.urls)

/** The address of this brand's logo for light ('dark' logo) or dark grounds. */
export function logoUrl(kind: 'dark' | 'light'): string {
  return `/${brand.siteCode}/logo-${kind}.svg?v=${brand.logo.versions[kind]}`
}
