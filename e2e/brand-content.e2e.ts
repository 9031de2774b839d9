import { afterAll, beforeAll, expect, it } from 'vitest'
import { copySources, type Sources } from './brand-build'
import { followLinks } from './links'
import { startServer } from './server'

let sources: Sources

beforeAll(() => {
  sources = copySources()
})

afterAll(() => sources?.remove())

/** The landing pages that BF and RP have in their footers. */
const landingPages = {
  '/short-uk-breaks': 2522,
  '/summer-holidays-in-the-uk': 2647,
  '/luxury-lodges-by-the-sea': 2838,
  '/dog-friendly-lodges': 2652,
  '/uk-romantic-getaways': 2395,
  '/uk-family-holidays': 2399,
  '/luxury-uk-breaks': 2842,
  '/uk-coastal-breaks': 2800,
  '/uk-easter-breaks': 2811,
  '/family-lodges-uk': 2827,
  '/october-half-term-breaks': 2831,
}

/** Checks the landing pages of a brand's footer, or that it has none. */
async function expectLandingPages(url: string, siteCode: string): Promise<void> {
  const home = await (await fetch(url)).text()
  const footer = home.slice(home.indexOf('<footer'))
  const links = [...footer.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  const has = siteCode !== 'SN'
  const extra = ['/blog/february-half-term-breaks/', `https://blog.example/${siteCode}`]
  for (const path of [...Object.keys(landingPages), ...extra])
    expect(links.includes(path), path).toBe(has)
  if (!has) return
  for (const [path, id] of Object.entries(landingPages)) {
    const answer = await fetch(`${url}/cms/wp/v2/pages/${id}?_fields=id,title`)
    const { title } = (await answer.json()) as { title: { rendered: string } }
    expect(await (await fetch(url + path)).text()).toContain(`${title.rendered}</h1>`)
  }
  expect(await (await fetch(url + extra[0])).text()).toContain('February Half-Term Breaks</h1>')
}

it.each(['BF', 'SN', 'RP'])(
  '[ROUTE-38] [FOOT-12] [FOOT-13] no internal link of home, header, menus, footer and content of %s leads nowhere',
  async (siteCode) => {
    const server = await startServer({ parks: 60, binary: await sources.build(siteCode) })
    try {
      await expectLandingPages(server.url, siteCode)
      const { dead, opened, posts } = await followLinks(server.url, siteCode)
      expect(dead).toEqual([])
      expect(opened).toBeGreaterThan(150)
      expect(posts.length).toBeGreaterThan(24)
    } finally {
      await server.remove()
    }
  },
  400_000,
)
