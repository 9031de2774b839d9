import { expect } from 'vitest'
import { atOnce } from './browser'

/** The first heading of the page for addresses that lead nowhere. */
export const NOT_FOUND = "Sorry, we can't find that page"

/** Pages whose own links are followed too: home and everything that is written in the CMS. */
const written = (path: string, cms: ReadonlySet<string>) =>
  path === '/' || cms.has(path) || /^\/(?:blog|travel-guide)(?:\/|$)/.test(path)

/** Pages that only the browser draws: they show what a visitor entered. */
const PRIVATE = /^\/(?:reset|my-booking|booking)(?:\/|$)/

/** The text of HTML without elements. */
const plain = (html = '') =>
  html
    .replaceAll(/&#(?:x27|39);/g, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/**
 * The server's document of a path: its status, its title, the addresses of its canonical links, its
 * first heading (its title, where only the browser draws the page), its internal links, and the HTML
 * of its main part.
 */
async function documentAt(base: string, path: string) {
  const answer = await fetch(base + path, { headers: { Accept: 'text/html' } })
  const html = await answer.text()
  const drawn = PRIVATE.test(path) ? /<title>(.*?)<\/title>/ : /<h1[^>]*>(.*?)<\/h1>/s
  const heading = plain(drawn.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, ''))
  const title = plain(/<title>(.*?)<\/title>/.exec(html)?.[1])
  const canonical = [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(
    ([, href = '']) => href,
  )
  const links = [...html.matchAll(/<a\b[^>]*?\shref="(\/(?!\/)[^"#]*)/g)].map(([, href]) =>
    plain(href),
  )
  return {
    status: answer.status,
    rendered: /<div id="root"[^>]* data-rendered/.test(html) || PRIVATE.test(path),
    title,
    canonical,
    heading,
    links,
    main: /<main\b.*<\/main>/s.exec(html)?.[0] ?? '',
  }
}

/** The internal links of the mega menu. */
async function menuLinks(base: string, siteCode: string): Promise<string[]> {
  const answer = await fetch(`${base}/json-files/mega-menu-${siteCode}.json`)
  const menu = (await answer.json()) as Record<string, { columns: { links: { url: string }[] }[] }>
  return Object.values(menu)
    .flatMap(({ columns }) => columns)
    .flatMap(({ links }) => links.map(({ url }) => url))
    .filter((url) => url.startsWith('/'))
}

/** The paths that the site map lists of the CMS: posts, pages and guides. */
export async function listedPages(base: string): Promise<string[]> {
  const read = async (path: string) => (await fetch(base + path)).text()
  const locations = (xml: string) =>
    [...xml.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/')
  const index = await read('/sitemap.xml')
  if (!index.includes('<sitemapindex')) return locations(index)
  const maps = await Promise.all(locations(index).map(read))
  return maps.flatMap(locations)
}

/**
 * Follows every internal link of home, header, menus, footer and all pages of the CMS. Returns what
 * led nowhere, and how many pages were opened. `unrendered` is a server that does not render pages: it
 * is asked for the status of each page whose own links are not followed.
 */
export async function followLinks(base: string, siteCode: string, unrendered: string) {
  const listed = await listedPages(base)
  const cms = new Set(listed.filter((path) => /^\/[^/]+$/.test(path)))
  const found = new Map<string, string>([['/', 'start']])
  const add = (paths: readonly string[], from: string) => {
    for (const path of paths) if (!found.has(path)) found.set(path, from)
  }
  add(await menuLinks(base, siteCode), 'menu')
  add(
    listed.filter((path) => written(path, cms)),
    'site map',
  )
  const dead: string[] = []
  const opened = new Set<string>()
  for (;;) {
    const next = [...found.keys()].filter((path) => !opened.has(path))
    if (next.length === 0) break
    await atOnce(next, 2, async (path) => {
      opened.add(path)
      const from = found.get(path) ?? ''
      const followed = written(path.replace(/(.)\/?(?:\?.*)?$/, '$1'), cms)
      if (!followed) {
        const { status } = await fetch(unrendered + path)
        if (status !== 200) dead.push(`${path} (from ${from}): ${status}`)
        return
      }
      const page = await drawnAt(base, path)
      if (page.status !== 200 || !page.heading || page.heading === NOT_FOUND)
        dead.push(`${path} (from ${from}): ${page.status} ${page.heading}`)
      else add(page.links, path)
    })
  }
  return {
    dead,
    opened: opened.size,
    posts: [...opened].filter((path) => path.startsWith('/blog/')),
  }
}

/** The document of a path once the server has an engine free to render it. */
export async function drawnAt(base: string, path: string) {
  let page = await documentAt(base, path)
  await expect
    .poll(
      async () => {
        if (!page.rendered) page = await documentAt(base, path)
        return page.rendered
      },
      { message: `${path} is rendered` },
    )
    .toBe(true)
  return page
}
