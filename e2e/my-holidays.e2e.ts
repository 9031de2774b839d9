import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { desktop, expectAccessible, phone } from './browser'
import { atPayment, cards, guest, lookUp, payInFull } from './holiday'
import { startSite } from './site'
import { findStay } from './stays'

const file = fileURLToPath(new URL('testdata/my-holidays.json', import.meta.url))
const site = startSite({ args: ['--my-holidays', file] })

/** The path of the newest link to My Holidays. */
const link = () =>
  site.server
    .emails()
    .map(({ text }) => /\/my-holidays\/open\?t=[\w-]+/.exec(text)?.[0])
    .findLast((path) => path !== undefined)

it('a guest opens My Holidays by a link, a booking without a look-up, and keeps its page on the phone without a connection', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
  await atPayment(page, stay)
  const reference = await payInFull(page, site.server, stay.price, cards.plain)

  await page.goto('/login')
  await page.getByRole('link', { name: 'See all your bookings by a link in an email' }).click()
  await page.getByLabel('Your email address').fill(guest.email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await expect.poll(link).toBeTruthy()
  await page.goto(link() ?? '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open My Holidays' }).dblclick()
  await page.getByRole('heading', { name: 'My Holidays' }).waitFor()
  expect(await page.getByRole('main').innerText()).toContain(reference)
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Invoice (PDF) of booking ${reference}` }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`invoice-${reference}.pdf`)
  await page.setViewportSize(desktop)
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: `Open this booking: ${reference}` }).click()
  await page.getByRole('heading', { name: 'My Booking' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')

  await page.getByRole('link', { name: 'Open the page to keep' }).click()
  const keep = page.getByRole('button', { name: 'Keep on this phone' })
  await keep.waitFor()
  await expectAccessible(page)
  await keep.click()
  await page.getByRole('status').getByText('Kept on this phone').waitFor()
  const gateCode = await page.locator('.gate').innerText()

  await page.goto('/') // its start-up unregisters other service workers
  await page.getByRole('button', { name: 'Search' }).first().waitFor()
  const scopes = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(
        ({ scope }) => new URL(scope).pathname,
      ),
    )
  await expect.poll(scopes).toEqual(['/pocket/'])

  await context.setOffline(true)
  await page.goto(`/pocket/${reference}`)
  await page.getByRole('status').getByText('No connection. This is what was kept').waitFor()
  expect(await page.locator('.gate').innerText()).toBe(gateCode)
  const map = page.getByRole('img', { name: /^Map of where/ })
  expect(await map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Forget on this phone' }).click()
  await page.getByRole('status').getByText('not on this phone any more').waitFor()
  await expect(page.goto(`/pocket/${reference}`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  await context.setOffline(false)
  await page.goto('/')
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  const offline = /ERR_INTERNET_DISCONNECTED|ERR_FAILED.*woff2/ // the font is not kept
  expect(errors.filter((error) => !offline.test(error))).toEqual([])
  await context.close()
})

it('a page that was kept says what has changed', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
  await atPayment(page, stay)
  const reference = await payInFull(page, site.server, stay.price, cards.plain)
  await lookUp(page, reference)
  await page.goto(`/pocket/${reference}`)
  await page.getByRole('button', { name: 'Keep on this phone' }).click()
  await page.getByRole('status').getByText('Kept on this phone').waitFor()
  await page.evaluate(async () => {
    const cache = await caches.open('pocket')
    const seen = (await (await cache.match(`${location.pathname}?facts`))?.json()) as {
      texts: Record<string, string>
    }
    seen.texts['gate code'] = '1111#'
    await cache.put(`${location.pathname}?facts`, new Response(JSON.stringify(seen)))
  })
  await page.reload()
  await page.locator('.gate').getByText('Changed, seen on').waitFor()
  await context.setOffline(true)
  await page.reload()
  await expect.poll(() => page.locator('.gate').innerText()).toContain('Changed, seen on')
  await context.close()
})
