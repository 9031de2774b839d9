import { describe, expect, it } from 'vitest'
import { configurationOf, contentRoutesOf, siteCodes, textOf } from '.'
import server from './server.json'

/** What the Go server knows of the brands must be what the screens show. */
describe('the server and the front end', () => {
  it.each(siteCodes)('[BRAND-16] agree on the configuration of %s', (code) => {
    const { contentRoutes, texts, ...known } = server[code]
    expect(configurationOf(code)).toMatchObject(known)
    const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path)
    expect(contentRoutesOf(code).toSorted(byPath)).toEqual(contentRoutes.toSorted(byPath))
    expect(textOf(code, 'company.tagline')).toBe(texts.tagline)
  })
})
