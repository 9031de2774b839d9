import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launch, visit } from './browser'
import { startServer, type RunningServer } from './server'

const repository = fileURLToPath(new URL('..', import.meta.url))
const fixture = fileURLToPath(new URL('testdata/brand-xx', import.meta.url))

let copy: string
let server: RunningServer
let browser: Browser

/** Copies the sources, adds the fixture's two folders and nothing else, and builds for its site code. */
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'holidaymaker-brand-'))
  const left = new Set(['web/node_modules', 'internal/web/dist', 'internal/render/dist/page.js'])
  for (const part of ['cmd', 'internal', 'web', 'go.mod', 'go.sum']) {
    cpSync(join(repository, part), join(copy, part), {
      recursive: true,
      filter: (source) => !left.has(relative(repository, source)),
    })
  }
  symlinkSync(join(repository, 'web/node_modules'), join(copy, 'web/node_modules'))
  cpSync(join(fixture, 'web'), join(copy, 'web/src/brands/xx'), { recursive: true })
  cpSync(join(fixture, 'site'), join(copy, 'internal/site/brands/xx'), { recursive: true })

  const vite = [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error']
  for (const build of [vite, [...vite, '--config', 'vite.server.config.ts']])
    execFileSync(process.execPath, build, {
      cwd: join(copy, 'web'),
      env: { ...process.env, SITE: 'XX', NODE_ENV: 'production' },
    })
  const flags = '-s -w -X holidaymaker/internal/site.buildCode=XX'
  const binary = join(copy, 'holidaymaker')
  execFileSync(
    'go',
    ['build', '-trimpath', '-ldflags', flags, '-o', binary, './cmd/holidaymaker'],
    {
      cwd: copy,
      env: { ...process.env, CGO_ENABLED: '0' },
    },
  )
  server = await startServer({ parks: 20, binary })
  browser = await launch()
}, 300_000)

afterAll(async () => {
  await browser?.close()
  await server?.remove()
  rmSync(copy, { recursive: true, force: true })
})

it('builds a fifth brand from its two folders, with a feel of its own', async () => {
  const { page, context, errors } = await visit(browser, server.url)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Built from one folder' }).waitFor()
  const logo = page.getByRole('banner').getByRole('img', { name: 'Fixture Holidays' })
  await expect.poll(() => logo.getAttribute('src')).toMatch(/^\/XX\/logo-dark\.svg\?v=[0-9a-f]{8}$/)
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('banner').getByText('0808 157 0105').filter({ visible: true }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Fixture Breaks' }).waitFor()
  await page.getByText('News from the fixture').first().waitFor()

  const card = page.locator('.card').first()
  expect(await card.evaluate((element) => getComputedStyle(element).borderTop)).toBe(
    '3px dashed rgb(91, 42, 134)',
  )
  const facts = page.locator('.card .card-text').first()
  expect(await facts.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(251, 232, 224)',
  )
  expect(errors).toEqual([])
  await context.close()

  const landing = await fetch(`${server.url}/fixture-breaks`)
  expect(landing.status).toBe(200)
  expect(await landing.text()).toContain('<title>Fixture Breaks | Fixture Holidays</title>')
  expect((await fetch(`${server.url}/short-uk-breaks`)).status).toBe(404)
})
