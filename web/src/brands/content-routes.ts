import type { SiteCode } from './configuration'
import { footerGroups } from './footer-links'

/** A path of the site and the CMS page that stands there. */
export interface ContentRoute {
  path: string
  pageId: number
}

const shared: Readonly<Record<string, number>> = {
  '/privacy-policy': 3,
  '/insurance': 83,
  '/customer-charter': 84,
  '/ferry-deals': 212,
  '/cheap-caravan-holidays-uk-europe': 225,
  '/attractions': 656,
  '/cottages': 662,
  '/themed-breaks': 1265,
  '/holiday-home-sales': 1386,
  '/european-holiday-parks': 1572,
  '/weekend-breaks': 1876,
  '/uk-spa-breaks': 2290,
}

const own: Readonly<Record<SiteCode, Readonly<Record<string, number>>>> = {
  BF: { '/offers': 221, '/about-us': 254, '/hotels': 664, '/lodges-with-hot-tubs': 2263 },
  SN: { '/about-us': 1512, '/offers': 1824, '/hotels': 1828 },
  MT: {
    '/european-holiday-parks': 1597,
    '/customer-charter': 1603,
    '/privacy-policy': 1904,
    '/hotels': 664,
    '/about-us': 1516,
    '/offers': 1526,
  },
  RP: {
    '/reach-promos-offers': 221,
    '/about-us': 254,
    '/offers': 1939,
    '/hotels': 1942,
    '/lodges-with-hot-tubs': 2263,
    '/frequently-asked-questions': 3932,
    '/how-it-works': 3935,
  },
}

/** The content pages of a brand: the shared ones, its own over them, and those that its footer links bring. */
export function contentRoutesOf(siteCode: SiteCode): ContentRoute[] {
  const fromFooter = footerGroups(siteCode)
    .flatMap((group) => group.links)
    .flatMap(({ path, pageId }) => (pageId === undefined ? [] : [[path, pageId] as const]))
  const pages = { ...Object.fromEntries(fromFooter), ...shared, ...own[siteCode] }
  return Object.entries(pages).map(([path, pageId]) => ({ path, pageId }))
}
