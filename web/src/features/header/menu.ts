import type { Channel } from '../../api'
import { contentRoutes, type ContentRoute, type SiteConfiguration } from '../../brands'

/**
 * The order of the main navigation. Camping & touring has a position in it, but is not in the menu.
 */
const menuOrder = [
  'ukcaravan',
  'eurocaravan',
  'uklodge',
  'hotels',
  'uktouring',
  'boats',
  'ukcottages',
] as const

const excluded: readonly string[] = ['uktouring']

export interface MenuEntry {
  code: string
  title: string
  /** The address of the title and of 'Browse all {title}'. */
  href: string
}

/**
 * The entries of the main navigation: the channels of init, and hotels where the brand has a page
 * about them, in the fixed order.
 */
export function menuEntries(
  channels: readonly Channel[],
  pages: readonly ContentRoute[] = contentRoutes,
): MenuEntry[] {
  const titles = new Map(channels.map(({ code, name }) => [code, name]))
  if (pages.some(({ path }) => path === '/hotels')) titles.set('hotels', 'Hotels')
  return menuOrder
    .filter((code) => !excluded.includes(code))
    .flatMap((code) => {
      const title = titles.get(code)
      return title ? [{ code, title, href: code === 'hotels' ? '/hotels' : `/region/${code}` }] : []
    })
}

export interface ExtraLink {
  title: string
  href: string
}

/** The links next to the channels. The configuration switches each of them on or off. */
export function extraLinks(
  header: SiteConfiguration['header'],
  campaign: SiteConfiguration['campaign'],
): ExtraLink[] {
  const { caravanSalesUrl } = header
  return [
    header.showOffersLink && { title: 'Offers', href: campaignOffersLink(campaign.referer) },
    header.showPromoLink && { title: 'Promo Info', href: '/how-it-works' },
    header.showFAQLink && { title: 'FAQs', href: '/frequently-asked-questions' },
    header.showFerriesLink && { title: 'Ferries', href: '/ferry-deals' },
    header.showMoreLink && { title: 'More Offers', href: '/offers' },
    header.showCaravanSalesLink &&
      caravanSalesUrl !== '' && { title: 'Caravan Sales', href: caravanSalesUrl },
  ].filter((link) => link !== false)
}

/** The offers page, with the campaign's referer if there is one. */
export function campaignOffersLink(referer: string): string {
  return referer ? `/offers?utm_source=${encodeURIComponent(referer)}&utm_medium=promo` : '/offers'
}
