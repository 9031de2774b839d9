import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { siteCodes } from '../test/brands'

const read = (file: string) => readFileSync(`src/${file}`, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })

const shared = read('brands/feel.css')
/** The utilities that a brand may redefine. */
const utilities = new Set([...shared.matchAll(/@utility ([\w-]+)/g)].map(([, name]) => name))

const partsIn = (text: string) =>
  [...text.matchAll(/data-part=['"]([\w-]+)['"]/g)].map(([, name]) => name ?? '')
const parts = new Set(
  files.filter((file) => file.endsWith('.tsx')).flatMap((file) => partsIn(read(file))),
)

/** What a selector has besides names: nothing, if the brand depends on names alone. */
function besidesNames(selector: string): string {
  return selector
    .replaceAll(/\[data-part='([\w-]+)'\]/g, (part, name) => (parts.has(name) ? '' : part))
    .replaceAll(/\.([\w-]+)/g, (part, name) => (utilities.has(name) ? '' : part))
    .replaceAll(/:root|:has\(|\)|&|,|\s/g, '')
}

describe('the feel of a brand', () => {
  it.each(['', ...siteCodes.map((code) => `${code.toLowerCase()}/`)])(
    'brands/%sfeel.css selects by named parts and by the utilities that brands share',
    (folder) => {
      const css = read(`brands/${folder}feel.css`)
      const selectors = [...css.matchAll(/[^{};]+(?=\{)/g)]
        .map(([selector]) => selector.trim())
        .filter((selector) => !selector.startsWith('@'))
      expect(selectors).toContain(':root')
      expect(selectors.filter(besidesNames)).toEqual([])
    },
  )

  it('is not told by positions, elements or other classes', () => {
    for (const selector of [
      'footer > :last-child',
      "[data-part='park-title'] > h1",
      "[data-part='no-such-part']",
      '.card .bg-sunk',
      '#prices',
      '.card:nth-child(2)',
    ]) {
      expect(besidesNames(selector), selector).not.toBe('')
    }
  })

  it('names no part that no style sheet selects', () => {
    const selected = new Set(
      files.filter((file) => file.endsWith('.css')).flatMap((file) => partsIn(read(file))),
    )
    expect(parts.size).toBeGreaterThan(10)
    expect([...parts].filter((name) => !selected.has(name))).toEqual([])
  })
})
