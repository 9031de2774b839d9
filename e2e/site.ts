import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { copySources, type Sources } from './brand-build'
import { launch, visit, type Visitor, type VisitOptions } from './browser'
import { type RunningServer, type ServerOptions, startServer } from './server'

/** The server and the browser that all tests of a file share. */
export interface Site {
  readonly server: RunningServer
  /** How the server was started. */
  readonly options: ServerOptions
  readonly browser: Browser
  /** Opens a page for a new visitor, with cookies of their own. */
  visit(options?: VisitOptions): Promise<Visitor>
  /**
   * Restarts the server with the same data and port, and its clock further ahead by `later` ('10m').
   */
  restart(later: string): Promise<void>
}

/**
 * Starts a server with the demo and a browser for the tests of a file. The tests' binary is built
 * for MT; another brand's is built first.
 */
export function startSite(options: ServerOptions & { brand?: string }): Site {
  let sources: Sources | undefined
  let server: RunningServer | undefined
  let browser: Browser | undefined
  let clockOffset = '' // a sum: 2m10m is twelve minutes
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the site is used before its tests begin')
    return part
  }
  beforeAll(async () => {
    if (options.brand && options.brand !== 'MT') {
      sources = copySources()
      options = { ...options, binary: await sources.build(options.brand) }
    }
    server = await startServer(options)
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    sources?.remove()
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
    restart: async (later) => {
      const { port, dataDir } = site.server
      await site.server.stop()
      clockOffset += later
      server = await startServer({ ...options, port, dataDir, clockOffset })
    },
  }
  return site
}
