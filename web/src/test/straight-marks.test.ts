import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { straightMarks } from './straight-marks'

it.each([
  ["<p>We can't find it</p>"],
  ['<p>{"the park\'s prices"}</p>'],
  ["<p>{`${some} of the parks' prices, the parks' own`}</p>"],
])('a straight apostrophe in a text is found: %s', (jsx) => {
  expect(straightMarks('a.tsx', `const a = ${jsx}`)).toHaveLength(1)
})

it.each([
  ['<p>We can’t find it</p>'],
  ["<p>Sorry, we can't find that page</p>"],
  ["<p>{/* the park's */ some ? \"yes\" : 'no'}</p>"],
])('and nothing else: %s', (jsx) => {
  expect(straightMarks('a.tsx', `const a = ${jsx}`)).toEqual([])
})

it('texts of the screens have typographic apostrophes', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/(?:^test\/|\.test\.|schema\.d\.ts)/.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => straightMarks(file, readFileSync(`src/${file}`, 'utf8')))).toEqual(
    [],
  )
})
