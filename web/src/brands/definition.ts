import base from '@site/base.json'
import { configure, type BrandOverrides, type SiteConfiguration } from './configuration'
import { footerGroups, type FooterChanges, type FooterGroup } from './footer-links'
import { contentRoutesOf, type ContentRoute } from './content-routes'
import { textsOf, type TextKey, type Texts } from './texts'

/**
 * A brand's values that server and screens share (internal/site/brands). The names are the
 * specification's. Missing values come from base.json.
 */
export interface SiteFile {
  siteCode: string
  global: Pick<SiteConfiguration['global'], 'brandName' | 'siteUrl' | 'siteBaseUrl' | 'email'>
  header: Pick<SiteConfiguration['header'], 'megaMenu'>
  referer: SiteConfiguration['referer']
  socialMedia: Partial<SiteConfiguration['socialMedia']> & { telephone: string }
  urls: Partial<SiteConfiguration['urls']>
  legal: Pick<SiteConfiguration['legal'], 'tradingName' | 'companyName'>
  /** Services that the brand uses; an operator can set them at start. */
  awin?: SiteConfiguration['awin']
  analytics?: SiteConfiguration['analytics']
  tagManager?: SiteConfiguration['tagManager']
  newsletter?: SiteConfiguration['newsletter']
  texts: { tagline: string; heroScene: string; supportHours?: string }
  contentRoutes: Readonly<Record<string, number | undefined>>
  footer: FooterChanges
}

/** A brand's folder: the values that both sides share, and those that only screens need. */
export interface BrandDefinition {
  site: SiteFile
  configuration: BrandOverrides
  texts: Partial<Record<TextKey, string>>
}

/** A brand in the form that screens use. */
export interface Brand {
  configuration: SiteConfiguration
  texts: Texts
  contentRoutes: readonly ContentRoute[]
  footer: readonly FooterGroup[]
}

/** Makes a brand from the content of its folder. */
export function makeBrand({ site, configuration, texts }: BrandDefinition): Brand {
  const { siteCode, global, header, referer, socialMedia, legal } = site
  const shared = {
    global,
    header,
    referer,
    socialMedia,
    legal: { ...base.legal, ...legal },
    urls: { ...base.urls, ...site.urls },
    look: { scene: site.texts.heroScene },
    awin: site.awin ?? base.awin,
    analytics: site.analytics ?? base.analytics,
    tagManager: site.tagManager ?? base.tagManager,
    newsletter: site.newsletter ?? base.newsletter,
  }
  const whole = configure(siteCode, shared, configuration)
  const groups = footerGroups(base.footer.groups, site.footer, whole.urls, site.contentRoutes)
  return {
    configuration: whole,
    texts: textsOf(
      {
        'company.name': global.brandName,
        'company.tagline': site.texts.tagline,
        'support.phone': socialMedia.telephone,
        'support.hours': site.texts.supportHours ?? base.texts.supportHours,
      },
      texts,
    ),
    contentRoutes: contentRoutesOf({ ...base.contentRoutes, ...site.contentRoutes }, groups),
    footer: groups,
  }
}
