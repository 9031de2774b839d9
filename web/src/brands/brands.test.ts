import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brandBuild } from '../../brand.config'
import { brandOf, definitionOf, siteCodes } from '../test/brands'
import { LANDING_PAGES } from '../test/landing-pages'
import { makeBrand } from './definition'
import { brand, checkConfiguration, logoUrl, t } from '.'

const configurationOf = (code: string) => brandOf(code).configuration
const pageIds = (code: string) =>
  Object.fromEntries(brandOf(code).contentRoutes.map(({ path, pageId: id }) => [path, id]))
const pageId = (code: string, path: string) => pageIds(code)[path]
const links = (code: string, group: string) =>
  brandOf(code).footer.find(({ title }) => title === group)?.links ?? []
const paths = (code: string, group: string) => links(code, group).map(({ path }) => path)

const four = ['BF', 'SN', 'MT', 'RP'] as const

describe('the brands', () => {
  it('[BRAND-13] [BRAND-14] include BF, SN, MT and RP; the build says which, MT by default', () => {
    expect(siteCodes).toEqual(expect.arrayContaining([...four]))
    expect(brand.siteCode).toBe('MT')
  })

  it('[BRAND-15] the build stops for any other site code', () => {
    for (const code of ['XX', '', 'mt', 'toString']) {
      expect(() => brandBuild(code)).toThrow(`Unsupported site code: ${code}`)
    }
  })

  it('[BRAND-16] each has its own configuration, content routes and footer, on its own host', () => {
    for (const part of ['configuration', 'contentRoutes', 'footer'] as const) {
      expect(new Set(four.map((code) => JSON.stringify(brandOf(code)[part]))).size).toBe(4)
    }
    // Each brand's calls go to its own host.
    expect(new Set(four.map((code) => configurationOf(code).global.siteBaseUrl)).size).toBe(4)
    expect(four.map((code) => configurationOf(code).api.baseUrl)).toEqual(['', '', '', ''])
  })

  it('[FORM-20] has the messages of the look-up form by their keys', () => {
    const { texts } = brandOf('MT')
    expect([
      texts['forms.previousBooking.blankBookingId'],
      texts['forms.previousBooking.blankSurname'],
      texts['forms.previousBooking.blankPostcode'],
    ]).toEqual(['Please enter booking reference', 'Please enter surname', 'Please enter postcode'])
  })

  it('[BRAND-17] each has its own name, tagline, phone and newsletter title, and shares the rest', () => {
    for (const key of [
      'company.name',
      'company.tagline',
      'support.phone',
      'contactPreference.email',
      'newsletter.title',
    ] as const) {
      expect(new Set(four.map((code) => brandOf(code).texts[key])).size).toBe(4)
    }
    const offers = (code: string) => brandOf(code).texts['contactPreference.thirdParty']
    const newspaper = 'the newspaper and its group of companies'
    expect(four.map(offers)).toEqual(
      [
        'partners of Brightfield Breaks',
        newspaper,
        newspaper,
        'the promotion partners of Reader Promotions',
      ].map((whose) => `I would like to receive offers from ${whose}`),
    )
    expect(new Set(four.map((code) => brandOf(code).texts['footer.trustClaim'])).size).toBe(1)
    expect(brandOf('BF').texts['contactPreference.email']).toBe(
      'Email me offers and news from Brightfield Breaks',
    )
  })

  it('[BRAND-18] asks for its logos under its own code, with the version of their content', () => {
    expect(logoUrl('dark')).toMatch(/^\/MT\/logo-dark\.svg\?v=[0-9a-f]{8}$/)
    expect(logoUrl('light')).toMatch(/^\/MT\/logo-light\.svg\?v=[0-9a-f]{8}$/)
    for (const code of siteCodes) {
      for (const kind of ['dark', 'light'] as const) {
        const { publicDir, define } = brandBuild(code)
        const file = readFileSync(`${publicDir}/${code}/logo-${kind}.svg`)
        const hash = createHash('sha256').update(file).digest('hex').slice(0, 8)
        expect(define.__LOGO_VERSIONS__, `${code} ${kind}`).toContain(`"${kind}":"${hash}"`)
      }
    }
  })

  it.each([
    ['BF', 152, 35],
    ['SN', 258, 40],
    ['MT', 188, 40],
    ['RP', 152, 35],
  ] as const)(
    '[BRAND-19] %s has a logo %i wide and %i high in the header',
    (code, width, height) => {
      const { logo, header } = configurationOf(code)
      expect([logo.width, header.logo.height]).toEqual([width, height])
    },
  )

  it.each([
    ['BF', true, true, false],
    ['SN', true, false, true],
    ['MT', true, true, true],
    ['RP', true, true, false],
  ] as const)(
    '[BRAND-21] [CONF-13] %s has the opt-in defaults %s, %s, %s',
    (code, email, sms, third) => {
      expect(configurationOf(code).user.optin).toMatchObject({
        emailOpt: email,
        smsOpt: sms,
        thirdOpt: third,
      })
    },
  )

  it('[BRAND-21] [CONF-13] a brand without marketing settings has no opt-in ticked', () => {
    const { configuration } = makeBrand({ ...definitionOf('MT'), configuration: {} })
    expect(configuration.user.optin).toEqual({
      emailOpt: false,
      smsOpt: false,
      thirdOpt: false,
      thirdParties: [],
    })
  })

  it('[BRAND-22] has the support hours', () => {
    expect(t('support.hours')).toBe('Mon-Sat 9am-5pm, Sun 10am-4pm')
  })

  it('[ERRC-10] [ERRC-11] has the general texts of a failed load and a failed save', () => {
    expect(t('global.errorLoading')).toBe('There was an error while loading. Please try again.')
    expect(t('global.errorSaving')).toBe('There was an error while saving. Please try again.')
  })
})

describe('configuration', () => {
  it('[CONF-01] [CONF-02] [CONF-03] has affiliate, newsletter and campaign keys', () => {
    expect(brand.awin).toEqual({ enable: false, trackingId: '' })
    expect(brand.forms.enableNewsletterSignup).toBe(true)
    expect(brand.campaign.referer).toBe('mt')
  })

  it('[CONF-04] has the global keys', () => {
    expect(Object.keys(brand.global).toSorted()).toEqual([
      'brandName',
      'email',
      'showSiteReviews',
      'siteBaseUrl',
      'siteUrl',
      'spinnerIcon',
      'spinnerTheme',
      'textBlackHighlight',
      'textHighlight',
    ])
    expect(brand.global.siteBaseUrl).toBe('https://www.meridian.example')
  })

  it('[CONF-05] [CONF-06] [CONF-07] has tag ids, logo height, style, menu file and link flags', () => {
    expect([brand.tagManager.id, brand.analytics.id]).toEqual(['', ''])
    expect(brand.header).toMatchObject({
      logo: { height: 40 },
      style: 'light',
      megaMenu: 'mega-menu-MT.json',
      showOffersLink: true,
      showCaravanSalesLink: false,
      showPromoLink: false,
      showFAQLink: false,
      showFerriesLink: false,
      showMoreLink: false,
    })
  })

  it('[CONF-08] [CONF-09] [CONF-10] has parks, payment, referer and logo keys', () => {
    expect(brand.parks).toEqual({ showSiteReviewRating: false, showReviews: true })
    expect(brand.payment).toEqual({ enable3DSecure: true, worldpay: { mode: 'direct' } })
    expect([brand.referer.code, brand.siteCode, brand.logo.width]).toEqual(['MT', 'MT', 188])
  })

  it('[CONF-11] [CONF-12] has the social networks and the legal addresses', () => {
    expect(Object.keys(brand.socialMedia).toSorted()).toEqual([
      'facebook',
      'instagram',
      'linkedin',
      'telephone',
      'tiktok',
      'twitter',
      'youtube',
    ])
    expect(brand.urls).toMatchObject({
      privacyPolicy: '/privacy-policy',
      termsAndConditions: '/terms',
    })
  })

  it('a missing required key stops start-up', () => {
    const broken = { ...brand, global: { ...brand.global, siteBaseUrl: '' } }
    expect(() => checkConfiguration(broken)).toThrow('Missing configuration: global.siteBaseUrl')
    expect(() => checkConfiguration(brand)).not.toThrow()
  })
})

describe('content routes', () => {
  it('[ROUTE-30] [CONF-14] all brands share twelve pages', () => {
    const shared = {
      '/insurance': 83,
      '/ferry-deals': 212,
      '/cheap-caravan-holidays-uk-europe': 225,
      '/attractions': 656,
      '/cottages': 662,
      '/themed-breaks': 1265,
      '/holiday-home-sales': 1386,
      '/weekend-breaks': 1876,
      '/uk-spa-breaks': 2290,
    }
    for (const code of siteCodes) {
      expect(pageIds(code)).toMatchObject(shared)
    }
    expect(pageId('BF', '/privacy-policy')).toBe(3)
    expect(pageId('BF', '/customer-charter')).toBe(84)
    expect(pageId('BF', '/european-holiday-parks')).toBe(1572)
  })

  it('[ROUTE-31] [ROUTE-34] MT replaces three shared pages and adds its own', () => {
    expect(pageId('MT', '/european-holiday-parks')).toBe(1597)
    expect(pageId('MT', '/customer-charter')).toBe(1603)
    expect(pageId('MT', '/privacy-policy')).toBe(1904)
    expect(pageId('MT', '/hotels')).toBe(664)
    expect(pageId('MT', '/about-us')).toBe(1516)
    expect(pageId('MT', '/offers')).toBe(1526)
    expect(pageId('MT', '/insurance')).toBe(83)
  })

  it.each([
    ['BF', { '/offers': 221, '/about-us': 254, '/hotels': 664, '/lodges-with-hot-tubs': 2263 }],
    ['SN', { '/about-us': 1512, '/offers': 1824, '/hotels': 1828 }],
  ] as const)('[ROUTE-32] [ROUTE-33] %s has its own pages', (code, own) => {
    expect(pageIds(code)).toMatchObject(own)
  })

  it('[ROUTE-35] RP has its own pages, and other brands lack them', () => {
    const own = {
      '/reach-promos-offers': 221,
      '/about-us': 254,
      '/offers': 1939,
      '/hotels': 1942,
      '/lodges-with-hot-tubs': 2263,
      '/frequently-asked-questions': 3932,
      '/how-it-works': 3935,
    }
    expect(pageIds('RP')).toMatchObject(own)
    expect(pageId('MT', '/how-it-works')).toBeUndefined()
    expect(pageId('MT', '/lodges-with-hot-tubs')).toBeUndefined()
  })

  it('[ROUTE-36] [FOOT-15] footer links with a page make their path a content page', () => {
    for (const code of siteCodes) {
      expect(pageId(code, '/brands')).toBe(3559)
      expect(pageId(code, '/work-with-us')).toBe(4437)
      expect(pageId(code, '/cancellation-protection')).toBe(4324)
      expect(pageId(code, '/help')).toBeUndefined()
    }
  })
})

describe('footer links', () => {
  it('[FOOT-07] [CHAN-03] lists the holiday types in order, with the footer’s own labels', () => {
    expect(links('BF', 'Holiday type').map(({ title, path }) => [title, path])).toEqual([
      ['UK Holiday Parks', '/channel/ukcaravan'],
      ['Camping & Touring', '/channel/uktouring'],
      ['Hotels', '/hotels'],
      ['Lodges', '/channel/uklodge'],
      ['Boating Holidays', '/region/boats'],
      ['European Holidays', '/channel/eurocaravan'],
      ['Ferry Deals', '/ferry-deals'],
      ['Cheap Caravan Holidays', '/cheap-caravan-holidays-uk-europe'],
      ['Offers', '/offers'],
    ])
  })

  it('[FOOT-08] SN sends European holidays to its content page', () => {
    const european = (code: string) =>
      links(code, 'Holiday type').find(({ title }) => title === 'European Holidays')?.path
    expect(european('SN')).toBe('/european-holiday-parks')
    expect(european('RP')).toBe('/channel/eurocaravan')
  })

  it('[FOOT-14] MT leaves out hotels and cheaper caravans', () => {
    expect(paths('MT', 'Holiday type')).toHaveLength(7)
    expect(paths('MT', 'Holiday type')).not.toContain('/hotels')
    expect(paths('MT', 'Holiday type')).not.toContain('/cheap-caravan-holidays-uk-europe')
    expect(pageId('MT', '/hotels')).toBe(664)
  })

  it('a brand without a page about hotels has no link to one', () => {
    const definition = definitionOf('BF')
    const { '/hotels': hotels, ...contentRoutes } = definition.site.contentRoutes
    expect(hotels).toBe(664)
    const without = makeBrand({ ...definition, site: { ...definition.site, contentRoutes } })
    const footer = without.footer.flatMap((group) => group.links).map(({ path }) => path)
    expect(footer).not.toContain('/hotels')
    expect(footer).toContain('/about-us')
  })

  it('[FOOT-09] [FOOT-10] [FOOT-11] lists partners, company and information', () => {
    expect(paths('MT', 'Find a holiday')).toEqual(['/brands'])
    expect(
      links('MT', 'Company').map(({ title, path, external }) => [title, path, external]),
    ).toEqual([
      ['Contact Us/FAQs', '/help', undefined],
      ['Blog', '/blog', undefined],
      ['About Us', '/about-us', undefined],
      ['Work With Us', '/work-with-us', undefined],
      ['Affiliates', 'https://affiliates.example', true],
    ])
    expect(paths('MT', 'Information')).toEqual([
      '/cancellation-protection',
      '/terms',
      '/privacy-policy',
      '/customer-charter',
    ])
  })

  it.each(['BF', 'RP'] as const)('%s adds the landing pages, each with its page', (code) => {
    expect(
      Object.fromEntries(links(code, 'Holiday ideas').map(({ path, pageId: id }) => [path, id])),
    ).toMatchObject(LANDING_PAGES)
    expect(pageId(code, '/short-uk-breaks')).toBe(2522)
  })

  it('BF and RP add a blog post and an external blog; SN and MT have none of these', () => {
    for (const code of ['BF', 'RP'] as const) {
      expect(paths(code, 'Holiday ideas')).toContain('/blog/february-half-term-breaks/')
      expect(pageId(code, '/blog/february-half-term-breaks/')).toBeUndefined()
      const outside = brandOf(code)
        .footer.flatMap((group) => group.links)
        .filter(({ title, external }) => external && title === 'Holiday Blog')
      expect(outside).toHaveLength(1)
    }
    expect(links('SN', 'Holiday ideas')).toEqual([])
    expect(links('MT', 'Holiday ideas')).toEqual([])
  })
})

describe('what the server reads of a brand’s folder', () => {
  it.each(siteCodes)('%s gives e-mails and icons colours that its pages have', (code) => {
    const { colours } = definitionOf(code).site as unknown as { colours: Record<string, string> }
    const css = readFileSync(`src/brands/${code.toLowerCase()}/tokens.css`, 'utf8')
    const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1]
    const { icon, link, ...same } = colours
    expect([token('accent'), token('ink')]).toContain(icon)
    expect(link).toBe(token('accent-text'))
    for (const [name, colour] of Object.entries(same)) {
      expect(colour, name).toBe(token(name === 'accentInk' ? 'accent-ink' : name))
    }
  })
})
