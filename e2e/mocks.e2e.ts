import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeTimers, FLAGS_WAIT_MS, sharedBrowser, visit } from './browser'
import { startServer } from './server'

const web = fileURLToPath(new URL('../web', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'holidaymaker-mocks-'))
const running: ChildProcess[] = []

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the development server of the front end before a server; returns its address. */
async function develop(mode: 'record' | 'true', server: string): Promise<string> {
  const child = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1'], {
    cwd: web,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      NO_COLOR: '1',
      VITE_MOCKS: mode,
      MOCKS_FOLDER: folder,
      HOLIDAYMAKER_DEV_SERVER: server,
    },
  })
  running.push(child)
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  // Where its usual port is taken, the server takes another one.
  const address = () => /Local:\s+(http:\S+?)\/?\s/.exec(printed)?.[1] ?? ''
  await expect.poll(address, { timeout: 30_000 }).toBeTruthy()
  return address()
}

/** The cards of a results page and the headings of its first park. */
async function resultsAndPark(page: Page) {
  // The development server has compiled nothing yet.
  await page.goto('/results?channel=ukcaravan&region=12&nights=7&adults=2', { timeout: 120_000 })
  const cards = page.getByRole('article')
  await cards.first().waitFor({ timeout: 60_000 })
  const parks = await cards.getByRole('heading').allTextContents()
  await cards.first().getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: parks[0] }).waitFor({ timeout: 60_000 })
  const heading = page.getByRole('heading', { level: 1 })
  return { parks, park: await heading.textContent() }
}

test('[API-09] what was recorded from the real server is the site without one', async () => {
  const server = await startServer({ parks: 40 })
  const withServer = await visit(browser, await develop('record', server.url))
  const seen = await resultsAndPark(withServer.page)
  expect(seen.parks.length).toBeGreaterThan(1)
  await expect.poll(() => existsSync(join(folder, 'GET_PARK_DETAILS.json'))).toBe(true)
  await withServer.context.close()
  await server.remove()

  const alone = await visit(browser, await develop('true', server.url))
  await changeTimers(alone.page, FLAGS_WAIT_MS, 50)
  const asked: string[] = []
  let last = 0
  alone.page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname)
    last = Date.now()
  })
  expect(await resultsAndPark(alone.page)).toEqual(seen)
  expect(asked).toContain('/mocks/SEARCH.json')
  // With a server, a page asks for the flags when nothing has been loaded for 50 ms.
  await expect.poll(() => Date.now() - last, { timeout: 60_000 }).toBeGreaterThan(500)
  expect(asked.filter((path) => /^\/(?:api|sub|cms)\//.test(path))).toEqual([])
  await alone.context.close()
})
