import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plural } from './plural'
import { nameFromSlug, slugify } from './slug'
import { fill } from './text'

describe('words', () => {
  it.each([
    [0, 'night', '0 nights'],
    [1, 'night', '1 night'],
    [2, 'night', '2 nights'],
    [1, 'guest', '1 guest'],
    [3, 'guest', '3 guests'],
    [1.5, 'night', '1.5 nights'],
  ])('[FMT-05] writes %s %s as %s', (count, word, text) => {
    expect(plural(count, word)).toBe(text)
  })

  it.each([
    ['Cornwall', 'cornwall'],
    ['South & West Wales', 'south-and-west-wales'],
    ["King's Lynn", 'kings-lynn'],
    ['France: South & Corsica', 'france-south-and-corsica'],
    ['Côte d’Azur', 'cote-dazur'],
  ])('[CHAN-14] makes the slug of %s', (name, slug) => {
    expect(slugify(name)).toBe(slug)
  })

  it('[CHAN-14] makes slugs that are safe in a URL and are their own slugs', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const slug = slugify(name)
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
        expect(slugify(slug)).toBe(slug)
      }),
    )
  })

  it('makes a readable name from a slug', () => {
    expect(nameFromSlug('sandy-bay-holiday-park')).toBe('Sandy Bay Holiday Park')
  })

  it('replaces the names in a text and leaves unknown ones', () => {
    expect(fill('Browse all {title} in {place}', { title: 'Hotels' })).toBe(
      'Browse all Hotels in {place}',
    )
  })
})
