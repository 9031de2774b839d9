import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  desktop,
  expectAccessible,
  expectSound,
  phone,
  sharedBrowser,
  takenOver,
  visit,
} from './browser'
import { now } from './clock'
import { bookFromHome } from './main-job'
import { holidaymaker, type RunningServer, startServer } from './server'
import { findStay } from './stays'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const real = process.env.HOLIDAYMAKER_OSM ?? here('../../shared/data/osm-holiday-parks.csv')
const madeUp = here('../internal/demo/osm/testdata/sites-300.csv')

const CREDIT = '© OpenStreetMap contributors, ODbL'
const HOSTILE = '</script><script>window.broken = 1</script> Park'

/** A day that is so many days from now, as files write it. */
const day = (ahead: number) => new Date(now() + ahead * 86_400_000).toISOString().slice(0, 10)

let folder: string
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holidaymaker-osm-'))
  const table = join(folder, 'sites.csv')
  writeFileSync(table, slice(readFileSync(existsSync(real) ? real : madeUp, 'utf8')))
  holidaymaker('demo', '--osm', table, '--out', folder)
  const data = join(folder, 'data')
  holidaymaker('import', '--data', data, 'catalogue', join(folder, 'catalogue.ndjson'))
  holidaymaker('import', '--data', data, 'prices', join(folder, 'prices.ndjson'))
  server = await startServer({ mode: 'sandbox', dataDir: data })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await server?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/**
 * A small part of the real table, so that the import is quick: every fortieth site, the longest
 * names, names in other scripts, sites in Cornwall, and a made-up site whose name would close a
 * script element.
 */
function slice(table: string): string {
  const [head = '', ...rows] = table.trim().split(/\r?\n/)
  const step = rows.length > 1000 ? 40 : 1
  const longest = rows.toSorted((one, other) => other.length - one.length).slice(0, 20)
  const scripts = rows.filter((row) => /[Ͱ-῿぀-鿿]/.test(row)).slice(0, 20)
  const cornish = rows.filter((row) => /,GB,.*(Cornwall|Newquay|Bude|Truro)/.test(row)).slice(0, 20)
  const kept = new Set([
    ...rows.filter((_, index) => index % step === 0),
    ...longest,
    ...scripts,
    ...cornish,
  ])
  const hostile = head.split(',').map((column) => hostileSite[column] ?? '')
  return `${[head, ...kept, hostile.join(',')].join('\n')}\n`
}

const hostileSite: Record<string, string> = {
  osm_id: 'node/990000001',
  name: HOSTILE,
  lat: '50.41',
  lon: '-5.07',
  country: 'GB',
  kind: 'caravan_site',
  town: 'Newquay',
}

it('[BOOK-01] on an imported catalogue, on a desktop, a visitor finds a holiday, books it and pays', async () => {
  const visitor = await visit(browser, server.url, { viewport: desktop })
  await visitor.page.goto('/')
  await bookFromHome(visitor, server, { typed: 'corn', region: 'Cornwall' })
  expect(visitor.errors).toEqual([])
  await visitor.context.close()
})

it('shows the source of the data, and shows a name with script tags as plain text', async () => {
  const { page, context, errors } = await visit(browser, server.url)
  const answer = await fetch(`${server.url}/api/parks?q=script&channel=ukcaravan`)
  const { data } = (await answer.json()) as {
    data: { parks: { parkId: string; name: string; regn: string }[] }
  }
  const park = data.parks.find(({ name }) => name === HOSTILE)
  if (!park) throw new Error('the site is not for sale')
  const stay = await findStay(server, { parkId: park.parkId, nights: 7 })
  for (const path of [
    `/results?channel=ukcaravan&region=${park.regn}&nights=7&park=${park.parkId}`,
    stay.path,
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { name: HOSTILE }).first().waitFor()
    expect(await page.evaluate(() => 'broken' in window)).toBe(false)
  }
  await page.getByText(CREDIT).waitFor()
  await page
    .getByRole('button', { name: /^Book / })
    .first()
    .waitFor()
  await expectSound(page)
  expect(errors).toEqual([])
  await context.close()
})

it('shows the school holidays of an imported file, and by keyboard those of a council, on a phone', async () => {
  const holidays = [
    ['', 'England', 'Winter holidays', 30, 33],
    ['', 'England', 'Half term', 80, 88],
    ['', 'England', 'Spring holidays', 130, 140],
    ['Vale of Glamorgan', 'Wales', 'Half term', 60, 68],
  ] as const
  const rows = holidays.map(([council, nation, name, from, to]) =>
    [council, nation, `${name} ${day(from).slice(0, 4)}`, day(from), day(to)].join(','),
  )
  const file = join(folder, 'holidays.csv')
  writeFileSync(file, `${['council,nation,holiday,first_day,last_day', ...rows].join('\n')}\n`)
  holidaymaker('import', '--data', join(folder, 'data'), 'school-holidays', file)
  const { page, context, errors } = await visit(browser, server.url, { viewport: phone })
  const openDates = async () => {
    await page.goto('/results?channel=uktouring&region=all-regions&nights=3')
    await takenOver(page)
    await page.getByRole('button', { name: /3 nights • 2 guests/ }).click()
    await page.getByRole('button', { name: /^When/ }).filter({ visible: true }).click()
  }
  // A running server shows the file a moment after the import.
  await expect
    .poll(async () => (await fetch(`${server.url}/api/datechoices?channel=uktouring`)).text())
    .toContain('Vale-of-Glamorgan')
  await openDates()
  const dates = page.getByRole('combobox', { name: 'Dates' })
  const council = page.getByRole('combobox', { name: 'School holidays of' })
  await council.waitFor()
  const year = day(60).slice(0, 4)
  expect(await dates.locator('optgroup').first().getAttribute('label')).toBe(
    'School holidays in England',
  )
  await council.focus()
  await page.keyboard.type('Vale')
  const half = dates.locator('option').filter({ hasText: `Half term ${year}: off here, in term` })
  await half.waitFor({ state: 'attached' })
  await dates.selectOption((await half.getAttribute('value')) ?? '')
  await page.getByText(/^Off here, in term elsewhere \d+ \w+ to \d+ \w+\.$/).waitFor()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/council.png` })
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Choose Half term/ }).click()
  await page
    .getByRole('search')
    .getByRole('button', { name: 'Search' })
    .filter({ visible: true })
    .click()
  await page.getByText(`Half term ${year}, Vale of Glamorgan, each on its cheapest date`).waitFor()
  // The council is remembered in this browser, and in no cookie.
  expect((await context.cookies()).map(({ value }) => value).join()).not.toContain('Glamorgan')
  await openDates()
  await expect.poll(() => council.inputValue()).toBe('Vale-of-Glamorgan')
  expect(errors).toEqual([])
  await context.close()
})
