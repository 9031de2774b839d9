/** The brand of this build: its configuration, texts, content pages and footer. */
import built from '#brand'
import { applySettings, type BrandOverrides } from './configuration'
import { fill } from '../rules/text'
import type { TextKey } from './texts'

export {
  applySettings,
  checkConfiguration,
  type BrandOverrides,
  type SiteConfiguration,
} from './configuration'
export type { ContentRoute } from './content-routes'
export type { FooterGroup, FooterLink } from './footer-links'
export type { TextKey } from './texts'

/** The configuration of this build's brand. */
export const brand = built.configuration

/**
 * Takes the settings that the server was started with, which the document's root element carries,
 * into the configuration.
 */
export function readSettings({ dataset: { settings } }: HTMLElement): void {
  if (settings) applySettings(brand, JSON.parse(settings) as BrandOverrides)
}

/** A text of this brand. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(built.texts[key], values)
}

/** The content pages of this brand. */
export const contentRoutes = built.contentRoutes

/** The footer's groups of this brand. */
export const footer = built.footer

/** The URL of a picture. `path` has no ending, such as 'units/{unitType}'. */
export function imageUrl(path: string): string {
  return `${brand.api.imagesBase}/${path}.${brand.api.imageExt}`
}

/** The URL of this brand's logo: 'dark' for light backgrounds, 'light' for dark ones. */
export function logoUrl(kind: 'dark' | 'light'): string {
  return `/${brand.siteCode}/logo-${kind}.svg?v=${__LOGO_VERSIONS__[kind]}`
}
