import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type BrandBinary, brandBinary } from './brand-build'
import { runAhead } from './clock'
import {
  openContext,
  phone,
  sharedBrowser,
  visit,
  type Visitor,
  type VisitOptions,
} from './browser'
import { type RunningServer, type ServerOptions, startServer } from './server'

/** The server and the browser of the tests of a file. */
export interface Site {
  readonly server: RunningServer
  /** How the server was started. */
  readonly options: ServerOptions
  readonly browser: Browser
  /** Opens a page for a new visitor, with cookies of their own. */
  visit(options?: VisitOptions): Promise<Visitor>
  /** Opens a page, of a phone's size, for a new visitor without script. */
  visitWithoutScript(viewport?: VisitOptions['viewport']): Promise<Omit<Visitor, 'errors'>>
  /**
   * Restarts the file's own server with the same data and port, and its clock `minutes` further
   * ahead.
   */
  restart(minutes: number): Promise<void>
}

/** The numbers of parks on the servers that files share. */
export const FEW = 60
export const MANY = 600

/**
 * The servers that the files of this process share, by their number of parks. The process runs one
 * file after another; it ends the servers when it ends.
 */
const shared = new Map<number, Promise<RunningServer>>()

/** How the server of a file is started. */
export interface SiteOptions extends ServerOptions {
  /** The tests' binary is that of MT; each other brand has one of its own. */
  brand?: string
  /** The server is for this file alone: its tests stop it, or it is large. */
  own?: boolean
}

/**
 * Starts a server with the demo and a browser for the tests of a file. Files that want nothing but a
 * number of parks, or not even that, share a server, and may find bookings of other files on it.
 */
export function startSite(options: SiteOptions = {}): Site {
  const { own, brand, parks, ...others } = options
  const alone = own === true || (brand ?? 'MT') !== 'MT' || Object.keys(others).length > 0
  let built: BrandBinary | undefined
  let server: RunningServer | undefined
  let browser: Browser | undefined
  let later = 0
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the site is used before its tests begin')
    return part
  }
  beforeAll(async () => {
    if (brand && brand !== 'MT') {
      built = await brandBinary(brand)
      options = { ...options, binary: built.path }
    }
    server = alone ? await startServer(options) : await sharedServer(parks ?? FEW)
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    if (alone) await server?.remove()
    built?.remove()
  })
  const site: Site = {
    get server() {
      return started(server)
    },
    get options() {
      return options
    },
    get browser() {
      return started(browser)
    },
    visit: (how) => visit(site.browser, site.server.url, how),
    visitWithoutScript: async (viewport = phone) => {
      const context = await openContext(site.browser, {
        baseURL: site.server.url,
        viewport,
        javaScriptEnabled: false,
      })
      return { context, page: await context.newPage() }
    },
    restart: async (minutes) => {
      if (!alone) throw new Error('other files use this server, too: start the site with `own`')
      const { port, dataDir } = site.server
      await site.server.stop()
      later += minutes * 60_000
      server = await startServer({ ...options, port, dataDir, ahead: runAhead() + later })
    },
  }
  return site
}

/** The file after one in which the server has ended, or could not start, gets another. */
async function sharedServer(parks: number): Promise<RunningServer> {
  const running = await shared.get(parks)?.catch(() => undefined)
  if (running?.runs()) return running
  const another = startServer({ parks })
  shared.set(parks, another)
  return another
}
