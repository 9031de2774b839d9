import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { oddTexts } from './odd-texts'

it.each([
  ["<p>We can't find it</p>"],
  ['<p>{"the park\'s prices"}</p>'],
  ['<p>We write by e-mail</p>'],
  ["<p>{`${some} of the parks' prices, the parks' own`}</p>"],
])('a straight apostrophe or an old spelling in a text is found: %s', (jsx) => {
  expect(oddTexts('a.tsx', `const a = ${jsx}`)).toHaveLength(1)
})

it.each([
  ['<p>We can’t find it</p>'],
  ["<p>Sorry, we can't find that page</p>"],
  ["<p>{/* the park's */ some ? \"yes\" : 'no'}</p>"],
])('and nothing else: %s', (jsx) => {
  expect(oddTexts('a.tsx', `const a = ${jsx}`)).toEqual([])
})

it("texts of the screens have typographic apostrophes and write 'email'", () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/(?:^test\/|\.test\.|schema\.d\.ts)/.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => oddTexts(file, readFileSync(`src/${file}`, 'utf8')))).toEqual([])
})
