import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { phone, sharedBrowser, visit } from './browser'
import {
  answerBank,
  cardholder,
  cards,
  confirmedReference,
  expectOpen,
  fillDetails,
  guest,
  lookUp,
  passExtras,
  payByCard,
  pressBook,
  securityNumber,
  unitRow,
} from './holiday'
import { type RunningServer, startServer } from './server'
import { findStay } from './stays'

/** Data that only the visitor, the database and the e-mail may have. */
const personal = [
  guest.forename,
  guest.surname,
  guest.email,
  guest.telephone,
  guest.address1,
  guest.postcode,
]
/** Card data that only the card provider may have. */
const ofCard = [cards.challenged, cards.plain, cardholder]

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await startServer({ parks: 20, args: ['--metrics-addr', '127.0.0.1:0'] })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await server?.remove()
})

/** The forms in which a secret could be written: as typed, without spaces, URL-encoded. */
function formsOf(secret: string): string[] {
  const bare = secret.replaceAll(/[\s/]/g, '')
  return [
    secret,
    bare,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
  ]
}

/** The secrets that a text contains. */
const leaks = (text: string, secrets: readonly string[]) =>
  secrets.filter((secret) =>
    formsOf(secret).some((form) => text.toLowerCase().includes(form.toLowerCase())),
  )

async function storageOf(page: Page, which: 'localStorage' | 'sessionStorage'): Promise<string> {
  return page.evaluate((name) => JSON.stringify({ ...window[name] }), which)
}

it('[BRAND-23] [PAGE-20] [PAYFAIL-74] a visitor without an account browses, searches, books and pays, and no log, metric, address, local storage or cookie has their personal or card data', async () => {
  const stay = await findStay(server, { parkId: 'CF101', nights: 7 })
  const { page, context } = await visit(browser, server.url, { viewport: phone })
  const addresses: string[] = []
  const bodies: string[] = []
  context.on('request', (request) => {
    addresses.push(request.url(), request.headers()['referer'] ?? '')
    if (request.url().startsWith(server.url)) bodies.push(request.postData() ?? '')
  })
  page.on('framenavigated', (frame) => addresses.push(frame.url()))

  await page.goto('/region/ukcaravan')
  await page.getByRole('heading', { level: 1, name: /^Browse .* by Region$/ }).waitFor()
  await expectOpen(page)
  await page.goto(`/results?${stay.path.split('?')[1]}`)
  await page.getByRole('article').first().waitFor()
  await expectOpen(page)
  await page.goto(stay.path)
  await unitRow(page, stay).waitFor()
  await expectOpen(page)
  await pressBook(page, stay)
  await passExtras(page)
  await fillDetails(page)
  await page.getByRole('button', { name: 'Make payment' }).waitFor()
  await expectOpen(page)
  // Typed personal data is kept for a reload; card data never is.
  const typed = await storageOf(page, 'sessionStorage')
  expect(leaks(typed, personal)).toEqual(personal)
  await payByCard(page, cards.challenged)
  const bank = page.frameLocator('iframe[title="Security check by your bank"]')
  await bank.getByRole('button', { name: 'Approve' }).waitFor()
  expect(leaks(await storageOf(page, 'sessionStorage'), [...ofCard, securityNumber])).toEqual([])
  await answerBank(page, 'Approve')
  const reference = await confirmedReference(page, 'Your holiday booking has been confirmed!')
  await expectOpen(page)
  const after = await storageOf(page, 'sessionStorage')
  expect(leaks(after, [guest.email, guest.telephone, guest.address1, guest.postcode])).toEqual([])
  expect(leaks(after, [...ofCard, securityNumber])).toEqual([])
  await lookUp(page, reference)
  await page.getByRole('button', { name: 'Pay Holiday Balance' }).click()
  await page.waitForURL('**/booking/payment')
  await payByCard(page, cards.plain)
  await confirmedReference(page, 'Your payment has been received')

  const secrets = [...personal, ...ofCard]
  const cookies = JSON.stringify(await context.cookies())
  expect(leaks(addresses.join('\n'), secrets)).toEqual([])
  expect(leaks(await storageOf(page, 'localStorage'), secrets)).toEqual([])
  expect(leaks(cookies, secrets)).toEqual([])
  expect(leaks(server.log(), secrets)).toEqual([])
  const [, metrics = ''] = /Metrics are at (\S+)/.exec(server.log()) ?? []
  const measured = await fetch(metrics).then((answer) => answer.text())
  expect(measured).toContain('holidaymaker_http_request_duration_seconds')
  expect(leaks(measured, secrets)).toEqual([])
  // No request to our server has a card number in its body.
  expect(leaks(bodies.join('\n'), [cards.challenged, cards.plain])).toEqual([])
  expect(server.log()).toContain('"path":"/api/postpayment"')
  await context.close()
})
