import { EXCLUDED_REGION } from '../rules/price-lookup'

/** A brand's configuration. The keys are the specification's ('Site configuration keys'). */
export interface SiteConfiguration {
  siteCode: string
  api: {
    /** The host of the calls: '' means the brand's own. */
    baseUrl: string
    /** The address of the CMS's REST API. */
    cms: string
    /** The address of the host with the pictures of accommodation types. */
    contentHost: string
    /** The address of pictures, and the ending of their names. */
    imagesBase: string
    imageExt: string
  }
  awin: { enable: boolean; trackingId: string }
  analytics: { id: string }
  tagManager: { id: string }
  campaign: { referer: string }
  errorReporting: { dsn: string; release: string }
  forms: {
    enableNewsletterSignup: boolean
    /** The last day of the newsletter's prize draw, as the brand's terms say; '' for no draw. */
    prizeDrawCloses: string
  }
  global: {
    brandName: string
    showSiteReviews: boolean
    spinnerIcon: string
    spinnerTheme: string
    siteUrl: string
    /** For canonical links; without a slash at the end. */
    siteBaseUrl: string
    email: string
    textHighlight: string
    textBlackHighlight: string
  }
  /** Whether the home page has a line for a search written as a sentence. */
  searchLine: { show: boolean }
  header: {
    logo: { height: number }
    /** 'light' shows the dark logo, 'dark' the light one. */
    style: 'light' | 'dark'
    /** The menu file under /json-files/. */
    megaMenu: string
    showOffersLink: boolean
    showCaravanSalesLink: boolean
    showPromoLink: boolean
    showFAQLink: boolean
    showFerriesLink: boolean
    showMoreLink: boolean
    caravanSalesUrl: string
  }
  home: { dealsPhrase: string }
  /** What cannot be searched for: channels, and regions by channel. */
  search: {
    excludedChannels: readonly string[]
    excludedRegions: Readonly<Record<string, readonly string[]>>
  }
  legal: { tradingName: string; companyName: string; companyNumber: string; address: string }
  logo: { width: number }
  newsletter: { trackingPixelUrl: string }
  look: {
    /** Shows a park's name over one wide picture, with the other pictures and captions below. */
    widePicture: boolean
    /** The landscape of pages without a picture of their own: its name below hero/. */
    scene: string
  }
  parks: { showSiteReviewRating: boolean; showReviews: boolean }
  payment: { enable3DSecure: boolean; worldpay: { mode: 'direct' | 'hosted' } }
  referer: { code: string }
  socialMedia: {
    telephone: string
    facebook: string
    instagram: string
    twitter: string
    youtube: string
    tiktok: string
    linkedin: string
  }
  urls: {
    privacyPolicy: string
    termsAndConditions: string
    /** The page about what cancelling costs; '' for none. */
    cancelling: string
    reviewSite: string
    attractions: string
    affiliateProgramme: string
    externalBlog: string
  }
  user: {
    optin: {
      emailOpt: boolean
      smsOpt: boolean
      /** Readable as configured, but the box itself always starts unticked. */
      thirdOpt: boolean
      /** The names of the third parties. Without names the box is not shown. */
      thirdParties: readonly string[]
    }
  }
}

/** The height in pixels of a logo outside the header. */
export const LOGO_HEIGHT = 32

type Deep<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Deep<T[K]> }
    : T

/** The values that a brand sets instead of the base's. */
export type BrandOverrides = Deep<Omit<SiteConfiguration, 'siteCode'>>

/** The base configuration. Every brand overrides parts of it. */
function baseConfiguration(siteCode: string): SiteConfiguration {
  return {
    siteCode,
    api: {
      baseUrl: '',
      cms: '/cms/wp/v2',
      contentHost: '/content',
      imagesBase: '/images',
      imageExt: 'svg',
    },
    awin: { enable: false, trackingId: '' },
    analytics: { id: '' },
    tagManager: { id: '' },
    campaign: { referer: siteCode.toLowerCase() },
    errorReporting: { dsn: '', release: '' },
    forms: { enableNewsletterSignup: true, prizeDrawCloses: '2027-06-30' },
    searchLine: { show: false },
    global: {
      brandName: '',
      showSiteReviews: false,
      spinnerIcon: 'ring',
      spinnerTheme: 'primary',
      siteUrl: '',
      siteBaseUrl: '',
      email: '',
      textHighlight: 'primary',
      textBlackHighlight: 'ink',
    },
    header: {
      logo: { height: 40 },
      style: 'light',
      megaMenu: '',
      showOffersLink: false,
      showCaravanSalesLink: false,
      showPromoLink: false,
      showFAQLink: false,
      showFerriesLink: false,
      showMoreLink: false,
      caravanSalesUrl: '',
    },
    home: { dealsPhrase: 'Last Minute' },
    search: {
      excludedChannels: ['hotels'],
      excludedRegions: Object.fromEntries(
        ['ukcaravan', 'eurocaravan', 'uklodge', 'ukcottages', 'uktouring', 'boats'].map(
          (channel) => [channel, [EXCLUDED_REGION]],
        ),
      ),
    },
    legal: { tradingName: '', companyName: '', companyNumber: '', address: '' },
    logo: { width: 152 },
    newsletter: { trackingPixelUrl: '' },
    look: { widePicture: false, scene: '' },
    parks: { showSiteReviewRating: false, showReviews: true },
    payment: { enable3DSecure: true, worldpay: { mode: 'direct' } },
    referer: { code: '' },
    socialMedia: {
      telephone: '',
      facebook: '',
      instagram: '',
      twitter: '',
      youtube: '',
      tiktok: '',
      linkedin: '',
    },
    urls: {
      privacyPolicy: '',
      termsAndConditions: '',
      cancelling: '',
      reviewSite: '',
      attractions: '',
      affiliateProgramme: '',
      externalBlog: '',
    },
    user: { optin: { emailOpt: false, smsOpt: false, thirdOpt: false, thirdParties: [] } },
  }
}

/**
 * The base configuration with a brand's own values, group by group. Later overrides replace earlier
 * ones.
 */
export function configure(
  siteCode: string,
  ...overrides: readonly BrandOverrides[]
): SiteConfiguration {
  const base: Group = { ...baseConfiguration(siteCode) }
  return overrides.reduce(overlay, base) as unknown as SiteConfiguration
}

/** Replaces values of a configuration by those that the server was started with. */
export function applySettings(configuration: SiteConfiguration, settings: BrandOverrides): void {
  Object.assign(configuration, overlay({ ...configuration }, settings))
}

type Group = Readonly<Record<string, unknown>>

function overlay(base: Group, over: Group): Group {
  const result: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const before = result[key]
    result[key] = isGroup(before) && isGroup(value) ? overlay(before, value) : value
  }
  return result
}

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Stops start-up when a required key is missing. */
export function checkConfiguration(configuration: SiteConfiguration): void {
  const required: Record<string, string> = {
    siteCode: configuration.siteCode,
    'global.brandName': configuration.global.brandName,
    'global.siteBaseUrl': configuration.global.siteBaseUrl,
    'header.megaMenu': configuration.header.megaMenu,
  }
  for (const [key, value] of Object.entries(required)) {
    if (!value) throw new Error(`Missing configuration: ${key}`)
  }
}
