import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { now } from './clock'
import { desktop, expectAccessible, expectSteady, phone, takenOver } from './browser'
import { holidaymaker } from './server'
import { startSite } from './site'

/** 120 characters, 58 of them one word. */
const longName =
  'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Family Holiday Village, Touring Park and Woodland Nature Farm'
/** A park as an operator may send it: [id, name, position]. */
const parks = [
  ['LONG1', longName, { lat: 50.4, lon: -5.07 }],
  ['NOPOS1', 'Nowhere Farm', {}],
  ['ARAB1', 'منتزه الشاطئ الذهبي', { lat: 50.2, lon: -5.4 }],
  ['PLAIN1', 'Tern Bay', { lat: 50.3, lon: -4.8 }],
] as const

const day = (ahead: number) => new Date(now() + ahead * 86_400_000).toISOString().slice(0, 10)
const lines = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const dataDir = mkdtempSync(join(tmpdir(), 'holidaymaker-odd-parks-'))
beforeAll(() => {
  const imported = (kind: 'catalogue' | 'prices', rows: object[]) => {
    const file = join(dataDir, `${kind}.ndjson`)
    writeFileSync(file, lines(rows))
    holidaymaker('import', '--data', dataDir, kind, file)
  }
  imported('catalogue', [
    { region: { id: '12', name: 'Cornwall', country: 'GB', lat: 50.4, lon: -4.9, land: 'cliffs' } },
    { operator: { id: 'OP1', name: 'Odd Parks', deposit: { type: 'fixed', amount: '25.00' } } },
    ...parks.flatMap(([id, name, position]) => [
      {
        park: {
          id,
          name,
          region: '12',
          operator: 'OP1',
          country: 'GB',
          townId: '345',
          town: 'Newquay',
          info: '<p>By the sea.</p>',
          ...position,
        },
      },
      { unit: { id: `${id}-C`, park: id, channel: 'ukcaravan', name: 'Gold Caravan', sleeps: 6 } },
    ]),
  ])
  imported(
    'prices',
    parks.flatMap(([id]) => [
      { unit: `${id}-C`, from: day(0), to: day(99), units: 3 },
      { unit: `${id}-C`, from: day(0), to: day(90), nights: 7, prices: { '6': '329.00' } },
    ]),
  )
})
const site = startSite({ mode: 'sandbox', dataDir })

const date = day(30).split('-').toReversed().join('%2F')
const stay = `channel=ukcaravan&date=${date}&nights=7&adults=2`
const ids = parks.map(([id]) => id)

/** A page, and the parks that it names. */
type Named = readonly [path: string, named: readonly string[]]
const results: Named = [`/results?${stay}&region=12`, ids]
const shortlist: Named = [`/shortlist?parks=${ids.join()}&${stay}`, ids]
const parkPage = (id: string): Named => [`/holidays/${id}/any-name?${stay}&region=12`, [id]]
const longPark = parkPage('LONG1')
const others: readonly Named[] = [
  [`/results?${stay}&region=12&view=map`, ids],
  ['/holidays/ukcaravan/12/cornwall', ids],
  parkPage('NOPOS1'),
  parkPage('ARAB1'),
]

/** Texts that stand outside the window, without the map's, and those that scroll or end with an ellipsis. */
function textsOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isMeantTo = (element: Element | null): boolean => {
      if (element === null) return false
      const { overflowX, textOverflow } = getComputedStyle(element)
      const meant = /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis'
      return meant || isMeantTo(element.parentElement)
    }
    const outside: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      if (!textContent?.trim() || !parentElement?.checkVisibility()) continue
      if (parentElement.closest('.leaflet-container, .sr-only')) continue
      range.selectNodeContents(texts.currentNode)
      const { left, right } = range.getBoundingClientRect()
      if ((left < 0 || right > window.innerWidth) && !isMeantTo(parentElement))
        outside.push(textContent)
    }
    return outside
  })
}

it('imported parks with a name of 120 characters, without a position and in another script fit on every page of a phone, accessibly', async () => {
  expect(longName).toHaveLength(120)
  const { page, context, errors } = await site.visit({ viewport: phone })
  for (const one of others) await expectFits(page, one)
  for (const one of [results, shortlist, longPark]) {
    await expectFits(page, one)
    await expectAccessible(page)
  }
  expect(errors).toEqual([])
  await context.close()
})

it('they fit on the results and a park’s page of a desktop', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  for (const one of [results, longPark]) await expectFits(page, one)
  expect(errors).toEqual([])
  await context.close()
})

/** Opens a page: it names its parks, and nothing of it is outside the window or moves. */
async function expectFits(page: Page, [path, named]: Named): Promise<void> {
  await page.goto(path)
  await takenOver(page)
  for (const [id, name] of parks)
    if (named.includes(id))
      await page.locator('main').getByText(name).filter({ visible: true }).first().waitFor()
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(wider, { message: path }).toBeLessThanOrEqual(0)
  await expect.poll(() => textsOutside(page), { message: path }).toEqual([])
  await expectSteady(page)
}
