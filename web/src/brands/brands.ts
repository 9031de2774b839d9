import { configure, type BrandOverrides, type SiteCode } from './configuration'

/** The four brands, each as what it sets apart from the base. All names, numbers and addresses are fictional. */
const overrides: Readonly<Record<SiteCode, BrandOverrides>> = {
  BF: {
    global: {
      brandName: 'Brightfield Breaks',
      siteUrl: 'www.brightfield.example',
      siteBaseUrl: 'https://www.brightfield.example',
      email: 'help@brightfield.example',
    },
    header: {
      logo: { height: 35 },
      showOffersLink: true,
      showCaravanSalesLink: true,
      caravanSalesUrl: 'https://caravan-sales.example',
    },
    legal: { tradingName: 'Brightfield Breaks', companyName: 'Brightfield Breaks Ltd' },
    logo: { width: 152, versions: { dark: 'b5313b7e', light: '1dd58550' } },
    socialMedia: { telephone: '0808 157 0101' },
    urls: { externalBlog: 'https://blog.example/BF' },
    user: {
      optin: { emailOpt: true, smsOpt: true, thirdOpt: false, thirdParties: ['Fernhill Leisure'] },
    },
  },
  SN: {
    global: {
      brandName: 'Sentinel Travel',
      siteUrl: 'www.sentinel.example',
      siteBaseUrl: 'https://www.sentinel.example',
      email: 'help@sentinel.example',
    },
    header: { showOffersLink: true },
    legal: { tradingName: 'Sentinel Travel', companyName: 'Sentinel Travel Ltd' },
    logo: { width: 258, versions: { dark: 'de5e3851', light: 'ae7e7316' } },
    look: { widePicture: true },
    socialMedia: { telephone: '0808 157 0102' },
    user: {
      optin: {
        emailOpt: true,
        smsOpt: false,
        thirdOpt: true,
        thirdParties: ['Sentinel Newspapers'],
      },
    },
  },
  MT: {
    global: {
      brandName: 'Meridian Times Holidays',
      siteUrl: 'www.meridian.example',
      siteBaseUrl: 'https://www.meridian.example',
      email: 'help@meridian.example',
    },
    header: { showOffersLink: true },
    legal: { tradingName: 'Meridian Times Holidays', companyName: 'Meridian Times Holidays Ltd' },
    logo: { width: 188, versions: { dark: '439d9cb3', light: '4a10b800' } },
    socialMedia: { telephone: '0808 157 0103' },
    user: {
      optin: {
        emailOpt: true,
        smsOpt: true,
        thirdOpt: true,
        thirdParties: ['Meridian Times Media'],
      },
    },
  },
  RP: {
    global: {
      brandName: 'Reader Promotions',
      siteUrl: 'www.readerpromotions.example',
      siteBaseUrl: 'https://www.readerpromotions.example',
      email: 'help@readerpromotions.example',
    },
    header: {
      logo: { height: 35 },
      showPromoLink: true,
      showFAQLink: true,
      showFerriesLink: true,
      showMoreLink: true,
    },
    legal: { tradingName: 'Reader Promotions', companyName: 'Reader Promotions Ltd' },
    logo: { width: 152, versions: { dark: 'd0af69de', light: 'e7a9f6e2' } },
    socialMedia: { telephone: '0808 157 0104' },
    urls: { externalBlog: 'https://blog.example/RP' },
    user: {
      optin: { emailOpt: true, smsOpt: true, thirdOpt: false, thirdParties: ['Coupon Press'] },
    },
  },
}

/** The configuration of a brand; an unknown site code stops start-up. */
export function configurationOf(siteCode: string) {
  if (!isSiteCode(siteCode)) throw new Error(`Unsupported site code: ${siteCode}`)
  return configure(siteCode, overrides[siteCode])
}

export function isSiteCode(code: string): code is SiteCode {
  return Object.hasOwn(overrides, code)
}
