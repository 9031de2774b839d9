import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launch, visit, type Visitor, type VisitOptions } from './browser'
import { type RunningServer, type ServerOptions, startServer } from './server'

/** The server and the browser that all tests of a file share. */
export interface Site {
  readonly server: RunningServer
  readonly browser: Browser
  /** Opens a page for a new visitor, with cookies of their own. */
  visit(options?: VisitOptions): Promise<Visitor>
  /**
   * Restarts the server with the same data and port, and its clock further ahead by `later` ('10m').
   */
  restart(later: string): Promise<void>
}

/** Starts a server with the demo and a browser for the tests of a file. */
export function startSite(options: ServerOptions): Site {
  let server: RunningServer | undefined
  let browser: Browser | undefined
  let clockOffset = '' // a sum: 2m10m is twelve minutes
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the site is used before its tests begin')
    return part
  }
  beforeAll(async () => {
    server = await startServer(options)
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })
  const site: Site = {
    get server() {
      return started(server)
    },
    get browser() {
      return started(browser)
    },
    visit: (how) => visit(site.browser, site.server.url, how),
    restart: async (later) => {
      const { port, dataDir } = site.server
      await site.server.stop()
      clockOffset += later
      server = await startServer({ ...options, port, dataDir, clockOffset })
    },
  }
  return site
}
