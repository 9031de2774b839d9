import { describe, expect, it } from 'vitest'
import { expectHeader } from './brand-header'
import { desktop, expectSteady, openRendered, phone, takenOver } from './browser'
import { holdBack } from './late'
import { followLinks } from './links'
import { chosenInstants, testShortJourney } from './short-journey'
import { startSite, type Site } from './site'
import { tourRoutes } from './tour'
import { expectSoundReturn, expectSoundWalk, query } from './walk'
import { LANDING_PAGES } from '../web/src/test/landing-pages'

const everywhere = 'channel=ukcaravan&region=all-regions&nights=7'

/** The pages whose parts a brand's feel.css draws in its own way. */
const ofFeel = [
  '/',
  `/results?${query}`,
  `/park-result/CF101/gannet-sands?${query}`,
  '/last-minute-deals',
]

/** Pages whose layout differs between a phone and a desktop. */
const layouts = [
  '/',
  `/results?${query}`,
  `/results/all-dates?${query}`,
  `/park-result/CF101/gannet-sands?${query}`,
  '/region/ukcaravan',
  '/shortlist?parks=CF101,KW101&channel=ukcaravan&nights=7',
]

/** An address of each other kind of page that the server renders. */
const others = [
  `/results?${query}&view=map`,
  '/channel/ukcaravan',
  '/shortlist',
  '/offers',
  '/blog',
  '/blog/february-half-term-breaks',
  '/blog/learning-to-steer-a-narrowboat',
  '/travel-guide/cornwall/12',
  '/help',
  '/customer-charter',
  `/results/all-regions?${everywhere}`,
  '/holidays/ukcaravan/12/cornwall',
  '/last-minute-deals',
  '/login',
  '/404',
]

/** The parts of the home page that come late and are high, from its top: name, place until then, code. */
const lateParts = [
  ['Our Last Minute Deals', '.deals-place', '**/assets/LastMinuteDeals-*.js'],
  ['News and ideas', '.posts-place', '**/assets/PostCards-*.js'],
] as const

/** Checks the European holidays and the landing pages of a brand's footer, or that it has none of these. */
async function expectFooterLinks(url: string, siteCode: string): Promise<void> {
  const home = await (await fetch(url)).text()
  const footer = home.slice(home.indexOf('<footer'))
  const links = [...footer.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  const [, europe] = /<a\b[^>]*?\shref="([^"]+)"[^>]*>European Holidays</.exec(footer) ?? []
  expect(europe).toBe(siteCode === 'SN' ? '/european-holiday-parks' : '/channel/eurocaravan')
  const has = siteCode === 'BF' || siteCode === 'RP'
  const post = '/blog/february-half-term-breaks/'
  for (const path of [...Object.keys(LANDING_PAGES), post, `https://blog.example/${siteCode}`])
    expect(links.includes(path), path).toBe(has)
  if (!has) return
  for (const [path, id] of Object.entries(LANDING_PAGES)) {
    const answer = await fetch(`${url}/cms/wp/v2/pages/${id}?_fields=id,title`)
    const { title } = (await answer.json()) as { title: { rendered: string } }
    await expect
      .poll(async () => (await fetch(url + path)).text(), { message: path })
      .toContain(`${title.rendered}</h1>`)
  }
  await expect
    .poll(async () => (await fetch(url + post)).text(), { message: post })
    .toMatch(/February Half[ -]Term[^<]*<\/h1>/)
}

/** The address of each brand, which its configuration has. */
const hosts: Readonly<Record<string, string>> = {
  BF: 'brightfield.example',
  MT: 'meridian.example',
  RP: 'readerpromotions.example',
  SN: 'sentinel.example',
}

/** All scripts that the home page may load, also later, as one text. */
async function scriptsOf(url: string): Promise<string> {
  const texts = new Map<string, string>()
  const read = async (text: string): Promise<void> => {
    for (const [file] of text.matchAll(/[\w-]+\.js\b/g)) {
      if (texts.has(file)) continue
      texts.set(file, '')
      const answer = await fetch(`${url}/assets/${file}`)
      if (!answer.ok) continue // the name of something else
      texts.set(file, await answer.text())
      await read(texts.get(file) ?? '')
    }
  }
  await read(await (await fetch(url)).text())
  return [...texts.values()].join('\n')
}

/** The brand whose turn it is on the day of the journey: BF, MT and SN take turns by the day of the month. */
function byTurns(): string | undefined {
  const day = Number(chosenInstants()[0]?.at.slice(8, 10))
  return ['BF', 'MT', 'SN'][day % 3]
}

/** The tests that the site of each brand passes. */
export function testBrand(site: Site, siteCode: string): void {
  // The code of all brands is the same: what does not differ by look or text is tested with MT.
  const isMain = siteCode === 'MT'
  describe(`the site of ${siteCode}`, () => {
    if (isMain) testMainBrand(site)
    else
      it('the pages on which its look differs are taken over by the script without an error or a repeated call, and are accessible, steady and as wide as a phone', async () => {
        const { context } = await expectSoundWalk(site, phone, ofFeel)
        await context.close()
      })

    // The arrival dates of RP are its own. On the others no more than look and texts differ: they
    // make the journey by turns, and all with the sixteen instants (tools/suite/dates.go).
    const isItsTurn = siteCode === 'RP' || siteCode === byTurns()
    if (isItsTurn || process.env.TEST_DATES || process.env.TEST_ALL)
      testShortJourney(site, siteCode)

    it('has its own configuration in its scripts, and that of no other brand', async () => {
      const scripts = await scriptsOf(site.server.url)
      const found = Object.keys(hosts).filter((code) => scripts.includes(hosts[code] ?? code))
      expect(found).toEqual([siteCode])
    })

    it('[FOOT-08] [FOOT-12] [FOOT-13] leads from the footer to European holidays (SN to its content page, the others to the channel) and to its landing pages, each of its own page', async () => {
      await expectFooterLinks(site.server.url, siteCode)
    })

    it('[HEAD-05] [HEAD-18] has a top bar of 42 px at every width, and from 992 px on a menu on one line, which comes from its own file and has buttons of at least 24 px', async () => {
      await expectHeader(site, siteCode)
    })
  })
}

/** The tests that one brand stands for. */
function testMainBrand(site: Site): void {
  /** A server that does not render: it says in no time whether a page exists. */
  const plain = startSite({ args: ['--render-pages', 'off'] })

  it('[BRAND-10] a page of each kind, also of the CMS, is taken over by the script without an error or a repeated call, and is accessible, steady and as wide as a phone', async () => {
    const walk = await expectSoundWalk(site, phone, [...others, ...layouts])
    await expectSoundReturn(walk, layouts)
    await walk.context.close()
  })

  it('each layout is taken over by the script without an error, a shift or a repeated call on a desktop', async () => {
    const { context } = await expectSoundWalk(site, desktop, layouts)
    await context.close()
  })

  it('on a phone, nothing on the home page moves when the code of its parts comes late', async () => {
    await expectSteadyHome(site)
  })

  it('[ROUTE-38] no internal link of home, header, menus, footer and content leads nowhere', async () => {
    const { dead, opened, posts } = await followLinks(site.server.url, 'MT', plain.server.url)
    expect(dead).toEqual([])
    expect(opened).toBeGreaterThan(150)
    expect(posts.length).toBeGreaterThan(24)
  }, 400_000)

  it('[ROUTE-37] [PAGE-09] every route has its status, title, canonical link or redirect, and is rendered with the brand’s icons; an unknown path is answered by 404 with the page drawn', async () => {
    const { faults, opened } = await tourRoutes(site.server.url, 'MT')
    expect(faults).toEqual([])
    expect(opened).toBeGreaterThan(90)
  })
}

/** Opens the home page, and lets the code of each late part come once the end of its place is in view. */
async function expectSteadyHome(site: Site): Promise<void> {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const held = await Promise.all(lateParts.map(([, , code]) => holdBack(page, code)))
  const asked = lateParts.map(([, , code]) => page.waitForRequest(code))
  await openRendered(page, '/')
  await takenOver(page)
  for (const [at, [name, place]] of lateParts.entries()) {
    await page
      .locator(place)
      .evaluate((it) => scrollBy(0, it.getBoundingClientRect().bottom - innerHeight / 2))
    await asked[at]
    held[at]?.()
    const part = page.getByRole('region', { name }).filter({ visible: true }).first()
    await part.getByRole('link').first().waitFor()
  }
  await page.waitForLoadState('networkidle')
  await expectSteady(page)
  expect(errors).toEqual([])
  await context.close()
}
