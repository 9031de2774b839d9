import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectSteady, openRendered, phone, takenOver } from './browser'
import { holdBack } from './late'
import { startSite } from './site'

const site = startSite()

const CODE = '**/assets/NewsletterForm-*.js'
const THANKS = 'Thank you for signing up! Look out for our latest deals in your inbox.'

const fields = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'First name' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  send: page.getByRole('button', { name: 'Sign up' }),
})

it('home has its questions and the newsletter form in the page that the server renders', async () => {
  // A server that has too much to do leaves a page to the browser.
  const html = async () => (await fetch(site.server.url)).text()
  await expect
    .poll(html, { timeout: 30_000 })
    .toMatch(/<details [^>]*open[^>]*>.*<form [^>]*action="\/newsletter".*name="fname"/s)
})

it('without script the questions open, and the newsletter form is checked and sent', async () => {
  const { page, context } = await site.visitWithoutScript()
  await page.goto('/')
  const [first, second] = [page.locator('details').first(), page.locator('details').nth(1)]
  await expect.poll(() => first.evaluate((one: HTMLDetailsElement) => one.open)).toBe(true)
  await second.locator('summary').click()
  await expect.poll(() => second.evaluate((one: HTMLDetailsElement) => one.open)).toBe(true)

  const { name, email, send } = fields(page)
  await name.fill('Priya')
  await email.fill('not an address')
  await send.click()
  await expect
    .poll(() => email.evaluate((field: HTMLInputElement) => field.checkValidity()))
    .toBe(false)
  expect(new URL(page.url()).pathname).toBe('/')
  await email.fill('plain@mail.example')
  await send.click()
  await page.getByText(THANKS).waitFor()
  expect(new URL(page.url()).pathname).toBe('/newsletter/thanks')
  await page.getByRole('link').first().click()
  await page.waitForURL('/')
  await context.close()
})

it('what was typed before the script is kept, and the script then sends it', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const release = await holdBack(page, CODE)
  await openRendered(page, '/')
  await takenOver(page)
  const { name, email, send } = fields(page)
  const form = name.locator('xpath=ancestor::form')
  await name.fill('Priya')
  await email.fill('kept@mail.example')
  const code = page.waitForResponse(CODE)
  release()
  // Resolves once the page has run the code.
  await page.evaluate(`import('${(await code).url()}')`)
  // The form that has the focus is not replaced, nor is it during a press that takes the focus away.
  const label = form.locator('label', { hasText: 'First name' })
  await label.click()
  await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await form.evaluate((one: HTMLFormElement) => one.noValidate)).toBe(false)
  await name.blur()
  await expect.poll(() => form.evaluate((one: HTMLFormElement) => one.noValidate)).toBe(true)
  expect([await name.inputValue(), await email.inputValue()]).toEqual([
    'Priya',
    'kept@mail.example',
  ])
  await expectSteady(page)
  await send.click()
  await page.getByText(THANKS).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(errors).toEqual([])
  await context.close()
})

it('[ANLY-10] the form works although its code cannot be loaded, and the next page sends the event once', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await context.addCookies([{ name: 'acceptSiteCookies', value: 'true', url: site.server.url }])
  await page.route(CODE, (route) => route.abort())
  const refused = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('NewsletterForm'),
  )
  await openRendered(page, '/')
  await takenOver(page)
  const { name, email, send } = fields(page)
  await name.fill('Priya')
  await refused
  await email.fill('lost@mail.example')
  await send.click()
  await page.getByText(THANKS).waitFor()
  expect(new URL(page.url()).pathname).toBe('/newsletter/thanks')
  await page.reload()
  await page.getByText(THANKS).waitFor()

  const events = () =>
    page.evaluate(() => (window.dataLayer ?? []).map((entry) => ({ ...(entry as object) })))
  await page.getByRole('link').first().click()
  await page.waitForURL('/')
  await expect.poll(events).toContainEqual({ event: 'email_sign_up', source: 'footer' })
  // The form is gone, as after a sign-up by script.
  await expect.poll(() => name.count()).toBe(0)
  await page.reload()
  await takenOver(page)
  await expect.poll(() => name.count()).toBe(0)
  expect(JSON.stringify(await events())).not.toContain('email_sign_up')
  await context.close()
})

it('a sign-up without script leaves no event with a visitor who has not agreed', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.route('**/assets/*.js', (route) => route.abort())
  await openRendered(page, '/')
  const { name, email, send } = fields(page)
  await name.fill('Priya')
  await email.fill('quiet@mail.example')
  await send.click()
  await page.getByText(THANKS).waitFor()
  const stored = () => page.evaluate(() => [sessionStorage.length, localStorage.length])
  await expect.poll(stored).toEqual([0, 1])
  await context.close()
})
