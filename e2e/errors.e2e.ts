import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, startServer } from './server'
import { sharedBrowser, takenOver, visit } from './browser'
import { reachPayment } from './holiday'
import { findStay } from './stays'
import type { Browser, Page } from 'playwright-core'

/** An event as the error-reporting service gets it. */
interface Report {
  environment: string
  release: string
  platform: string
  timestamp: number
  tags: Record<string, string>
  request: { url: string; headers: Record<string, string> }
  user: { ip_address: string }
  exception: {
    values: { type: string; value: string; mechanism: { type: string }; stacktrace?: unknown }[]
  }
}

let service: Server
let server: RunningServer
let browser: Browser
let received: string[] = []

/** The events in the envelopes that the service got. */
function reports(): Report[] {
  return received.flatMap((envelope) => {
    const [, ...lines] = envelope.trimEnd().split('\n')
    return lines.flatMap((line, index) =>
      index % 2 === 0 && (JSON.parse(line) as { type: string }).type === 'event'
        ? [JSON.parse(lines[index + 1] ?? '') as Report]
        : [],
    )
  })
}

beforeAll(async () => {
  service = createServer((request, answer) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push(body)
      answer.end('{"id":"1"}')
    })
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  const { port } = service.address() as AddressInfo
  const dsn = `http://public@127.0.0.1:${port}/7`
  server = await startServer({ parks: 120, env: { HOLIDAYMAKER_ERROR_DSN: dsn } })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await server?.remove()
  service?.close()
})

/** Causes an unhandled rejection in a page. */
async function reject(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => void Promise.reject(new Error(text)), message)
}

it('[EREP-01] [EREP-02] reports an unhandled rejection through our own host, without personal data', async () => {
  received = []
  const { page, context } = await visit(browser, server.url)
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto('/region/ukcaravan?surname=Quackenbush')
  // Before the script runs, nothing reports.
  await takenOver(page)
  // A failed load of a part of the front end is not reported.
  await reject(page, 'Failed to fetch dynamically imported module: https://mt.example/assets/a.js')
  await reject(page, 'no answer for w.q@mail.example, 7K3QX-9F2MA, TR1 2AB, 4444 3333 2222 1111')
  await expect.poll(reports).toHaveLength(1)
  const [report] = reports()
  expect(report).toMatchObject({
    environment: 'production',
    platform: 'javascript',
    timestamp: expect.any(Number) as number,
    tags: { siteCode: 'MT', page: '/region/ukcaravan' },
    // Personal data that goes along: address and browser.
    user: { ip_address: '127.0.0.1' },
    request: { url: `${server.url}/region/ukcaravan` },
  })
  expect(report?.release).toBeTruthy()
  expect(report?.request.headers['User-Agent']).toContain('Chrome')
  expect(report?.exception.values[0]).toMatchObject({
    type: 'Error',
    value: 'no answer for *** ***, ***, ***',
    mechanism: { type: 'onunhandledrejection' },
  })
  expect(report?.exception.values[0]?.stacktrace).toBeTruthy()
  expect(received.join()).not.toMatch(/Quackenbush|mail\.example|9F2MA|2AB|4444/)
  expect([...hosts]).toEqual([new URL(server.url).host])
  await context.close()
})

it('reports an error of a timer and of a handler, which nothing has caught', async () => {
  const { page, context } = await visit(browser, server.url)
  await page.goto('/region/ukcaravan')
  await takenOver(page)
  received = []
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('in a timer')
    })
    document.body.addEventListener('click', () => {
      throw new TypeError('in a handler')
    })
    document.body.click()
  })
  await expect
    .poll(() =>
      reports()
        .map(({ exception: { values } }) => values[0])
        .toSorted((a, b) => (a?.value ?? '').localeCompare(b?.value ?? '')),
    )
    .toMatchObject([
      { type: 'TypeError', value: 'in a handler', mechanism: { type: 'onerror' } },
      { type: 'Error', value: 'in a timer', mechanism: { type: 'onerror' } },
    ])
  await context.close()
})

it('reports nothing on a payment page', async () => {
  const { page, context } = await visit(browser, server.url)
  await reachPayment(page, await findStay(server, { parkId: 'CF101', nights: 7 }))
  received = []
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await reject(page, 'on the payment page')
  await page.goto('/region/ukcaravan')
  await takenOver(page)
  await reject(page, 'on the next page')
  await expect.poll(reports).toHaveLength(1)
  expect(reports()[0]?.exception.values[0]?.value).toBe('on the next page')
  // The event of the request can come after the service has received the request.
  await expect.poll(() => asked.filter((url) => url.includes('/api/errors'))).toHaveLength(1)
  await context.close()
})
