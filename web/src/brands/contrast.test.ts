import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { siteCodes } from '../test/brands'

/** The colours of a brand: the shared ones and those of its folder. */
function tokensOf(code: string): Record<string, string> {
  const read = (file: string) =>
    Object.fromEntries(
      [...readFileSync(`src/brands/${file}`, 'utf8').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(
        ([, name, hex]) => [name, hex],
      ),
    )
  return { ...read('tokens.css'), ...read(`${code.toLowerCase()}/tokens.css`) }
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Text colours with the backgrounds on which they are used: contrast of at least 4.5. */
const texts: Readonly<Record<string, readonly string[]>> = {
  ink: ['ground', 'surface', 'sunk', 'tint', 'success-tint', 'danger-tint'],
  muted: ['ground', 'surface', 'sunk', 'tint'],
  'accent-ink': ['accent', 'accent-pressed'],
  'accent-text': ['ground', 'surface', 'sunk'],
  'deal-ink': ['deal'],
  saving: ['surface', 'sunk'],
  danger: ['surface', 'ground', 'danger-tint'],
  success: ['surface', 'success-tint'],
  cheapest: ['cheapest-tint'],
  'disabled-ink': ['disabled'],
  placeholder: ['surface'],
  surface: ['ink'],
  ground: ['ink'],
}

/** Edges and focus rings: contrast of at least 3. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  focus: ['surface', 'ground'],
  field: ['surface', 'ground'],
}

describe.each(siteCodes)('the colours of %s', (code) => {
  const tokens = tokensOf(code)
  const colour = (name: string) => tokens[name] ?? `missing ${name}`

  it('are readable on each other', () => {
    for (const [text, grounds] of Object.entries(texts)) {
      for (const ground of grounds) {
        expect(
          contrast(colour(text), colour(ground)),
          `${text} on ${ground}`,
        ).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('make edges and focus visible', () => {
    for (const [shape, grounds] of Object.entries(shapes)) {
      for (const ground of grounds) {
        expect(
          contrast(colour(shape), colour(ground)),
          `${shape} on ${ground}`,
        ).toBeGreaterThanOrEqual(3)
      }
    }
  })
})
