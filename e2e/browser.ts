import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Frame,
  type LaunchOptions,
  type Page,
  chromium,
} from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import { shiftDate } from '../web/src/test/shift-date'
import { runAhead } from './clock'

const axeSource = readFileSync(
  fileURLToPath(new URL('../web/node_modules/axe-core/axe.min.js', import.meta.url)),
  'utf8',
)

/** The two screen sizes that the tests use. */
export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 900 }

const windowless = '/usr/bin/chromium-headless-shell'
const installed = existsSync(windowless) ? windowless : '/usr/bin/chromium'

/**
 * Starts the installed Chromium, if possible without its window, whose own pages take as much
 * processor time as those of the tests.
 */
export async function launch(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? installed,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    ...options,
  })
}

let shared: Promise<Browser> | undefined

/**
 * The browser that the files of this process share. It ends with the process; the file after one in
 * which it has crashed gets another.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await shared?.catch(() => undefined))?.isConnected()) shared = launch()
  return shared ?? launch()
}

/** Closes what a file's tests left open in the shared browser, for example because they failed. */
export async function closeContexts(): Promise<void> {
  const browser = await shared?.catch(() => undefined)
  if (browser?.isConnected()) for (const context of browser.contexts()) await context.close()
}

/** A visitor: a browser profile of their own with one page. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** Errors that the page threw or wrote to the console. */
  errors: string[]
}

/**
 * Works through a list, several items at a time: a page takes most of its time to become idle, in
 * which the next page can load.
 */
export async function atOnce<T>(
  items: readonly T[],
  count: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  await shareOut(items, Array.from({ length: count }), work)
}

/**
 * Works through a list with several workers, for example visitors: each takes the next item when it
 * has done one.
 */
export async function shareOut<T, W>(
  items: readonly T[],
  workers: readonly W[],
  work: (item: T, worker: W) => Promise<void>,
): Promise<void> {
  const left = [...items]
  await Promise.all(
    workers.map(async (worker) => {
      for (let item = left.shift(); item !== undefined; item = left.shift())
        await work(item, worker)
    }),
  )
}

/**
 * The shortest of up to five measurements, in ms. It stops at the first that is within the bound: a
 * busy machine delays some.
 */
export async function fastest(bound: number, measure: () => Promise<number>): Promise<number> {
  let shortest = Infinity
  for (let time = 0; time < 5 && shortest > bound; time++)
    shortest = Math.min(shortest, await measure())
  return shortest
}

/** Options for a new visitor. */
export interface VisitOptions {
  viewport?: typeof phone
  /** Show the cookie banner. Otherwise the visitor has already answered it. */
  askedForCookies?: boolean
  /** How far the visitor's clock is ahead of the machine's, in ms; without it, as far as the run's. */
  ahead?: number
}

/** Opens a browser profile, in which the clock of every page is ahead of the machine's. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
  ahead: number = runAhead(),
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await context.addInitScript(shiftDate, ahead)
  return context
}

/** Opens a visitor's browser on a server. */
export async function visit(
  browser: Browser,
  baseURL: string,
  { viewport = desktop, askedForCookies = false, ahead }: VisitOptions = {},
): Promise<Visitor> {
  const options: BrowserContextOptions = {
    baseURL,
    viewport,
    locale: 'en-GB',
    isMobile: viewport.width < 768,
    hasTouch: viewport.width < 768,
    reducedMotion: 'reduce',
  }
  const context = await openContext(browser, options, ahead)
  if (!askedForCookies)
    await context.addCookies([{ name: 'acceptSiteCookies', value: 'false', url: baseURL }])
  context.setDefaultTimeout(30_000)
  await context.addInitScript(watchLayoutShift)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error' || /status of 4\d\d/.test(message.text())) return
    errors.push(`${message.text()} (${message.location().url})`)
  })
  onTestFailed(async () => {
    for (const open of context.pages()) console.error(await describePage(open))
    if (errors.length > 0) console.error(`The page wrote:\n${errors.join('\n')}`)
  })
  return { context, page, errors }
}

/**
 * Makes the timers of `ms` in a page's next documents last `instead`; without it, such a timer never
 * ends.
 */
export async function changeTimers(page: Page, ms: number, instead?: number): Promise<void> {
  await page.addInitScript(
    (of: { ms: number; instead?: number | undefined }) => {
      const later = window.setTimeout.bind(window)
      const changed = (run: () => void, after?: number) => {
        if (after !== of.ms) return later(run, after)
        return of.instead === undefined ? 0 : later(run, of.instead)
      }
      Object.assign(window, { setTimeout: changed })
    },
    { ms, instead },
  )
}

/** How long a page has nothing to load before it reads the flags and follows them, in ms. */
export const FLAGS_WAIT_MS = 3000

/** Waits until the script has taken over what the server rendered: before that, nothing reacts. */
export async function takenOver(page: Page): Promise<void> {
  await page.locator('#root:not([data-rendered])').waitFor({ state: 'attached' })
}

/** Waits until the script has taken over what the server rendered, without rendering it again. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('#root[data-hydrated]').waitFor({ state: 'attached' })
}

/**
 * Opens a page that the server has rendered. A server that has too much to do lets the browser
 * render a page; then the page is opened again. `begins` is called when a document begins: until
 * then, the one before may still make requests.
 */
export async function openRendered(page: Page, path: string, begins = () => {}): Promise<void> {
  const arrived = (frame: Frame) => {
    if (frame === page.mainFrame()) begins()
  }
  const rendered = async () => {
    page.on('framenavigated', arrived)
    // Later, the page may change its own address.
    const answer = await page.goto(path, { waitUntil: 'commit' })
    page.off('framenavigated', arrived)
    await page.waitForLoadState()
    return (await answer?.text())?.includes('<div id="root" data-rendered')
  }
  await expect.poll(rendered, { message: `${path} is rendered` }).toBe(true)
}

/** The address and the text of a page, for the message of a failed test. */
async function describePage(page: Page): Promise<string> {
  const text = await page.evaluate(() => document.body.innerText).catch(() => '(gone)')
  return `${page.url()} showed:\n${text.replaceAll(/\n{2,}/g, '\n').slice(0, 4000)}`
}

interface Shifts {
  layoutShift: number
  /** The elements that moved, for the message of a failed test. */
  moved: string[]
  /** Counts what the browser has noticed, but not reported yet. */
  countShifts: () => void
}

/**
 * Counts the layout shift in a page, but not what moves because another page takes its place, which on
 * a busy machine may be long after the press.
 */
function watchLayoutShift() {
  interface Shift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  const page = window as unknown as Shifts
  page.layoutShift = 0
  page.moved = []
  const text = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map(Math.round).join(' ')
  const changes: { from: number; to: number }[] = []
  let shown = { path: location.pathname, heading: document.querySelector('h1') }
  new MutationObserver(() => {
    const now = { path: location.pathname, heading: document.querySelector('h1') }
    const isSamePage = now.path === shown.path
    // The address changes before the page does.
    if (!isSamePage && now.heading === shown.heading) return
    shown = now
    if (isSamePage) return
    const change = { from: performance.now(), to: Infinity }
    changes.push(change)
    // The second frame begins when the one with the new page has been drawn.
    requestAnimationFrame(() => requestAnimationFrame((at) => (change.to = at)))
  }).observe(document, { childList: true, subtree: true })
  const count = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources, startTime } of entries as Shift[]) {
      if (hadRecentInput || changes.some(({ from, to }) => from <= startTime && startTime <= to))
        continue
      page.layoutShift += value
      for (const { node, previousRect, currentRect } of sources) {
        const element = node instanceof Element ? node : node?.parentElement
        const name = element?.cloneNode(false)
        page.moved.push(
          `${value.toFixed(4)}: ${text(previousRect)} → ${text(currentRect)} ${name instanceof Element ? name.outerHTML.slice(0, 120) : ''} on ${location.pathname}, ${performance.now()} ms, scrolled ${scrollY} of ${document.documentElement.scrollHeight}`,
        )
      }
    }
  }
  const observer = new PerformanceObserver((list) => count(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  page.countShifts = () => count(observer.takeRecords())
}

/** Fails when the layout shift of the page is more than 0.01. */
export async function expectSteady(page: Page): Promise<void> {
  const { layoutShift, moved } = await page.evaluate(() => {
    const page = window as unknown as Shifts
    page.countShifts()
    return { layoutShift: page.layoutShift, moved: page.moved }
  })
  expect(layoutShift, `layout shift on ${page.url()}:\n${moved.join('\n')}`).toBeLessThanOrEqual(
    0.01,
  )
}

/** Fails when the page has a layout shift or an accessibility fault. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectSteady(page)
}

/** Fails unless the page has icons of features, and each of them is drawn. */
export async function expectIconsDrawn(page: Page): Promise<void> {
  const icons = page.getByRole('main').locator('li svg use')
  await icons.first().waitFor({ state: 'attached' })
  // The height of the lines of each icon: 0 where the file of icons has none of that name.
  const heights = () =>
    icons.evaluateAll((all) => all.map((icon) => (icon as SVGGraphicsElement).getBBox().height))
  await expect.poll(async () => (await heights()).every((height) => height > 0)).toBe(true)
}

/** Fails when axe finds a violation of WCAG 2.2 A or AA on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const found = await page.evaluate(async () => {
    const axe = (window as unknown as { axe: typeof import('axe-core') }).axe
    const result = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // What passed is not described, which takes long on a large page.
      resultTypes: ['violations'],
    })
    // A mark may lie below a button of the map, which can be moved: where a mark is, is essential
    // (WCAG 2.5.8). Another mark must not cover it.
    const isMark = ({ html }: { html: string }) => html.includes('class="map-')
    const isBelowButton = (node: import('axe-core').NodeResult) =>
      isMark(node) &&
      node.any.every(({ relatedNodes }) => relatedNodes && !relatedNodes.some(isMark))
    return result.violations.flatMap(({ id, nodes }) => {
      const broken = nodes.filter((node) => id !== 'target-size' || !isBelowButton(node))
      return broken.length
        ? `${id}: ${broken.map(({ html }) => html.slice(0, 160)).join(' | ')}`
        : []
    })
  })
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}
