/** The brand that this build serves: its configuration, texts, content pages and footer. */
import built from '#brand'
import { fill } from '../rules/text'
import type { TextKey } from './texts'

export { checkConfiguration, type SiteConfiguration } from './configuration'
export type { ContentRoute } from './content-routes'
export type { FooterGroup, FooterLink } from './footer-links'
export type { TextKey } from './texts'

/** The configuration of the brand that this build serves. */
export const brand = built.configuration

/** A text of this brand. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(built.texts[key], values)
}

/** The content pages of this brand. */
export const contentRoutes = built.contentRoutes

/** The footer's groups of this brand. */
export const footer = built.footer

/** The address of a picture by its path without the ending: 'units/{unitType}'. */
export function imageUrl(path: string): string {
  return `${brand.api.imagesBase}/${path}.${brand.api.imageExt}`
}

/** The address of this brand's logo for light ('dark' logo) or dark grounds. */
export function logoUrl(kind: 'dark' | 'light'): string {
  return `/${brand.siteCode}/logo-${kind}.svg?v=${__LOGO_VERSIONS__[kind]}`
}
