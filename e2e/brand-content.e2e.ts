import { afterAll, beforeAll, expect, it } from 'vitest'
import { copySources, type Sources } from './brand-build'
import { followLinks } from './links'
import { startServer } from './server'

let sources: Sources

beforeAll(() => {
  sources = copySources()
})

afterAll(() => sources?.remove())

it.each(['BF', 'SN', 'RP'])(
  '[ROUTE-38] no internal link of home, header, menus, footer and content of %s leads nowhere',
  async (siteCode) => {
    const server = await startServer({ parks: 60, binary: await sources.build(siteCode) })
    try {
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
