import type { SiteCode, SiteConfiguration } from './configuration'

/** A link of the footer. One with a pageId makes its path a content page. */
export interface FooterLink {
  title: string
  path: string
  pageId?: number
  /** Leaves the product. */
  external?: boolean
  id?: string
}

export interface FooterGroup {
  title: string
  links: FooterLink[]
}

const holidayTypes: readonly FooterLink[] = [
  { id: 'ukcaravan', title: 'UK Holiday Parks', path: '/channel/ukcaravan' },
  { id: 'uktouring', title: 'Camping & Touring', path: '/channel/uktouring' },
  { id: 'hotels', title: 'Hotels', path: '/hotels' },
  { id: 'uklodge', title: 'Lodges', path: '/channel/uklodge' },
  { id: 'boats', title: 'Boating Holidays', path: '/region/boats' },
  { id: 'eurocaravan', title: 'European Holidays', path: '/channel/eurocaravan' },
  { id: 'ferries', title: 'Ferry Deals', path: '/ferry-deals' },
  {
    id: 'cheapercaravan',
    title: 'Cheap Caravan Holidays',
    path: '/cheap-caravan-holidays-uk-europe',
  },
  { id: 'offers', title: 'Offers', path: '/offers' },
]

/** Holiday-type links that a brand leaves out. */
const removed: Partial<Record<SiteCode, readonly string[]>> = { MT: ['hotels', 'cheapercaravan'] }

/** Holiday-type links that a brand sends elsewhere. */
const replaced: Partial<Record<SiteCode, Readonly<Record<string, string>>>> = {
  SN: { eurocaravan: '/european-holiday-parks' },
}

const ideas: readonly FooterLink[] = [
  { title: 'Short UK Breaks', path: '/short-uk-breaks', pageId: 2522 },
  { title: 'Summer Holidays In The UK', path: '/summer-holidays-in-the-uk', pageId: 2647 },
  { title: 'Luxury Lodges By The Sea', path: '/luxury-lodges-by-the-sea', pageId: 2838 },
  { title: 'Dog Friendly Lodges', path: '/dog-friendly-lodges', pageId: 2652 },
  { title: 'UK Romantic Getaways', path: '/uk-romantic-getaways', pageId: 2395 },
  { title: 'UK Family Holidays', path: '/uk-family-holidays', pageId: 2399 },
  { title: 'Luxury UK Breaks', path: '/luxury-uk-breaks', pageId: 2842 },
  { title: 'UK Coastal Breaks', path: '/uk-coastal-breaks', pageId: 2800 },
  { title: 'UK Easter Breaks', path: '/uk-easter-breaks', pageId: 2811 },
  { title: 'Family Lodges UK', path: '/family-lodges-uk', pageId: 2827 },
  { title: 'February Half Term Breaks', path: '/blog/february-half-term-breaks/' },
  { title: 'October Half Term Breaks', path: '/october-half-term-breaks', pageId: 2831 },
]

const withIdeas: readonly SiteCode[] = ['BF', 'RP']

/**
 * The footer's groups for a brand. The regions of 'Find a holiday' come from
 * the catalogue and are added where the footer is drawn; external links that
 * are not configured are left out.
 */
export function footerGroups(
  siteCode: SiteCode,
  urls?: Pick<SiteConfiguration['urls'], 'affiliateProgramme' | 'externalBlog'>,
): FooterGroup[] {
  const groups: FooterGroup[] = [
    {
      title: 'Holiday type',
      links: holidayTypes
        .filter(({ id = '' }) => !removed[siteCode]?.includes(id))
        .map((link) => ({ ...link, path: replaced[siteCode]?.[link.id ?? ''] ?? link.path })),
    },
    {
      title: 'Find a holiday',
      links: [{ title: 'Our Park Partners', path: '/brands', pageId: 3559 }],
    },
    {
      title: 'Company',
      links: [
        { title: 'Contact Us/FAQs', path: '/help' },
        { title: 'Blog', path: '/blog' },
        { title: 'About Us', path: '/about-us' },
        { title: 'Work With Us', path: '/work-with-us', pageId: 4437 },
        ...outside('Affiliates', urls?.affiliateProgramme),
      ],
    },
    {
      title: 'Information',
      links: [
        { title: 'Cancellation Protection', path: '/cancellation-protection', pageId: 4324 },
        { title: 'Terms & Conditions', path: '/terms' },
        { title: 'Privacy & Cookies', path: '/privacy-policy' },
        { title: 'Customer Charter', path: '/customer-charter' },
      ],
    },
  ]
  if (withIdeas.includes(siteCode)) {
    groups.push({
      title: 'Holiday ideas',
      links: [...ideas, ...outside('Holiday Blog', urls?.externalBlog)],
    })
  }
  return groups
}

function outside(title: string, url: string | undefined): FooterLink[] {
  return url ? [{ title, path: url, external: true }] : []
}
