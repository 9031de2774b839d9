import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktop, expectSound, sharedBrowser, visit } from './browser'
import { bookFromHome } from './main-job'
import { holidaymaker, type RunningServer, startServer } from './server'
import { findStay } from './stays'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const real = process.env.HOLIDAYMAKER_OSM ?? here('../../shared/data/osm-holiday-parks.csv')
const madeUp = here('../internal/demo/osm/testdata/sites-300.csv')

const CREDIT = '© OpenStreetMap contributors, ODbL'
const HOSTILE = '</script><script>window.broken = 1</script> Park'

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
