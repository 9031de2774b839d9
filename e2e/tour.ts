import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { atOnce } from './browser'
import { drawnAt, listedPages, NOT_FOUND } from './links'

const search = 'channel=ukcaravan&region=12&nights=7&adults=2'
const everywhere = 'channel=ukcaravan&region=all-regions&nights=7'

/** The title of each page of the route table that is not written in the CMS, by its address. */
const titles: Readonly<Record<string, string>> = {
  [`/results?${search}`]: 'Holidays in Cornwall',
  '/results': 'Holidays in the UK',
  [`/results/all-regions?${everywhere}`]: 'Holidays in the UK',
  [`/results/all-dates?${search}`]: 'Holidays in Cornwall',
  '/last-minute-deals': 'Last Minute Deals',
  '/britain-by-price': 'Britain by price',
  '/holidays/CF101/gannet-sands': 'Gannet Sands',
  '/boating-holidays/RB101/reedmere-boatyard': 'Reedmere Boatyard',
  '/channel/ukcaravan': 'Browse UK Holiday Parks by Operator',
  '/region/eurocaravan': 'Browse European Holiday Parks by Region',
  '/dog-friendly/uklodge': 'Dog Friendly UK Lodge Breaks',
  '/holidays/ukcaravan/12/cornwall': 'Browse Holiday Parks by Park in Cornwall',
  '/boating-holidays/boats/50/the-norfolk-broads':
    'Browse Boating Holidays by Route on the Norfolk Broads',
  '/COA/region/ukcaravan': 'Coastfold Parks from All of the UK',
  '/blog': 'Latest Posts From The Blog',
  '/travel-guide/cornwall/12': 'Cornwall Travel Guide',
}

/** The title of each page that search engines must not list, by its address. */
const unlisted: Readonly<Record<string, string>> = {
  '/shortlist': 'Shortlist',
  '/login': 'My Booking',
  '/reset': 'Forgotten your booking reference?',
  '/my-booking': 'Your booking',
  '/booking/extras': 'Extras',
  '/booking/details': 'Your details',
  '/booking/payment': 'Payment',
  '/booking/payment-action': 'Confirm payment',
  '/booking/confirmation': 'Booking confirmed',
}

/** Pages of the CMS on the same path for all brands. */
const written = ['/offers', '/inspiration', '/terms', '/help', '/p/age/965']

/** Other addresses of a page: its canonical link is the second. */
const aliases = [
  ['/park-result/CF101/gannet-sands', '/holidays/CF101/gannet-sands'],
  ['/boat/RB101/reedmere-boatyard', '/boating-holidays/RB101/reedmere-boatyard'],
  ['/boat-result/RB101/reedmere-boatyard', '/boating-holidays/RB101/reedmere-boatyard'],
  ['/boat/CF101/gannet-sands', '/holidays/CF101/gannet-sands'],
  ['/boating-holidays/CF101/gannet-sands', '/holidays/CF101/gannet-sands'],
  ['/a/83/any-words', '/insurance'],
] as const

/** Where an address leads, and by which status. */
const redirects = [
  ['/booking', 302, '/booking/extras'],
  ['/booking/nowhere', 302, '/booking/extras'],
  ['/contact-us', 301, '/help'],
  ['/rentals', 301, '/region/ukcottages'],
  ['/my-account', 301, '/login'],
  ['/dog-friendly/uk', 301, '/dog-friendly/ukcaravan'],
  ['/channel/hotels', 301, '/hotels'],
  ['/region/hotels', 301, '/hotels'],
  ['/region/ukcaravan/', 301, '/region/ukcaravan'],
  ['/parks/ukcaravan/12/cornwall', 301, '/holidays/ukcaravan/12/cornwall'],
  ['/parks/CF101/gannet-sands', 301, '/holidays/CF101/gannet-sands'],
  ['/holidays/ukcaravan/12/CF101/gannet-sands', 301, '/holidays/CF101/gannet-sands'],
  ['/Terms', 301, '/terms'],
] as const

/** What the head of each document names, by its relation. */
const icons = [
  ['icon', 'favicon.ico'],
  ['apple-touch-icon', 'apple-touch-icon.png'],
  ['manifest', 'manifest.json'],
] as const

/** Addresses that lead nowhere, and what their page says. */
const nowhere = [
  ...['/404', '/no/such/page', '/holidays/GONE1/a-park', '/channel/none'].map(
    (path) => [path, NOT_FOUND] as const,
  ),
  ['/blog/none', 'Could not find data for this blog'],
] as const

interface Brand {
  global: { brandName: string; siteBaseUrl: string }
  contentRoutes: Readonly<Record<string, number>>
}

function readBrand(siteCode: string): Brand {
  const read = (file: string) =>
    JSON.parse(
      readFileSync(
        fileURLToPath(new URL(`../internal/site/brands/${file}.json`, import.meta.url)),
        'utf8',
      ),
    ) as Brand
  const own = read(`${siteCode.toLowerCase()}/brand`)
  return { ...own, contentRoutes: { ...read('base').contentRoutes, ...own.contentRoutes } }
}

/**
 * Opens every route of a brand over HTTP, and one in ten addresses of its site map. Returns what is
 * wrong with their status, title, canonical link, icons, redirect or server rendering, and how many
 * were opened.
 */
export async function tourRoutes(base: string, siteCode: string) {
  const brand = readBrand(siteCode)
  const faults: string[] = []
  const is = (path: string, what: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      faults.push(`${path}: ${what} ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
  }
  /** The page of a path; without a title, its heading must be its title. */
  const open = async (path: string, canonical: string | undefined, title?: string) => {
    const page = await drawnAt(base, path)
    is(path, 'status', page.status, 200)
    if (!page.heading || page.heading === NOT_FOUND)
      faults.push(`${path} has no heading of its own`)
    is(path, 'title', page.title, `${title ?? page.heading} | ${brand.global.brandName}`)
    const links = canonical === undefined ? [] : [brand.global.siteBaseUrl + canonical]
    is(path, 'canonical', page.canonical, links)
  }
  const contentPaths = Object.keys(brand.contentRoutes)
  const plan: (() => Promise<void>)[] = [
    async () => {
      const home = await drawnAt(base, '/')
      is('/', 'title', home.title, 'Caravan Holidays | Cheap Holiday Park Breaks')
      is('/', 'canonical', home.canonical, [`${brand.global.siteBaseUrl}/`])
    },
    ...Object.entries(titles).map(
      ([path, title]) =>
        () =>
          open(path, path.split('?')[0], title),
    ),
    ...Object.entries(unlisted).map(
      ([path, title]) =>
        () =>
          open(path, undefined, title),
    ),
    ...aliases.map(
      ([path, canonical]) =>
        () =>
          open(path, canonical, titles[canonical]),
    ),
    ...[...written, ...contentPaths].map((path) => () => open(path, path)),
    ...[
      ...redirects,
      ...contentPaths.map((path) => [`/a/${brand.contentRoutes[path]}${path}`, 301, path] as const),
    ].map(([path, status, to]) => async () => {
      const answer = await fetch(`${base}${path}?from=mail`, { redirect: 'manual' })
      is(path, 'status', answer.status, status)
      is(path, 'leads to', answer.headers.get('Location'), `${to}?from=mail`)
    }),
    ...nowhere.map(([path, heading]) => async () => {
      const page = await drawnAt(base, path)
      is(path, 'status', page.status, 404)
      is(path, 'rendered', page.rendered, true)
      is(path, 'heading', page.heading, heading)
      is(path, 'canonical', page.canonical, [])
    }),
    async () => {
      const head = await (await fetch(`${base}/login`)).text()
      for (const [rel, file] of icons) {
        const path = `/${siteCode}/${file}`
        is('/login', `its ${rel}`, head.includes(`<link rel="${rel}" href="${path}">`), true)
        is(path, 'status', (await fetch(base + path)).status, 200)
      }
    },
  ]
  const listed = await listedPages(base)
  for (const path of listed.filter((_, index) => index % 10 === 0))
    plan.push(async () => {
      const page = await drawnAt(base, path)
      is(path, 'status', page.status, 200)
      is(path, 'canonical', page.canonical, [brand.global.siteBaseUrl + path])
      if (!page.heading || page.title.startsWith(' |')) faults.push(`${path} has no heading`)
    })
  await atOnce(plan, 4, (step) => step())
  return { faults, opened: plan.length }
}
