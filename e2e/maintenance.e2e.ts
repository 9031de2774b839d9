import { expect, it } from 'vitest'
import { startSite } from './site'

const site = startSite({ parks: 20, env: { HOLIDAYMAKER_MAINTENANCE: 'true' } })

it('[MAINT-01] [MAINT-03] [MAINT-04] shows the maintenance page instead of any page', async () => {
  const { page, context } = await site.visit()
  for (const path of ['/', '/results?channel=ukcaravan', '/booking/extras', '/no/such-page']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(503)
    const lines = await page.getByRole('main').locator('h1, p').allInnerTexts()
    expect(lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).filter(Boolean), path).toEqual([
      'We are currently making exciting changes to further improve your site experience!',
      "Don't worry, we will be back shortly.",
      'Thank you for your patience!',
      'Contact Us 0808 157 0103 help@meridian.example',
    ])
  }
  // The landscape is in front of the page's background, where the text does not cover it.
  const seen = await page.evaluate(() =>
    document
      .elementsFromPoint(innerWidth - 4, 8)
      .filter(
        (one) =>
          one.tagName === 'IMG' || getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)',
      )
      .map(({ className }) => className),
  )
  expect(seen[0]).toBe('scene')
  await context.close()
})

it('[BRAND-26] knows no other role: no other cookie opens the site, and it has no pages of accounts or staff', async () => {
  const { page, context } = await site.visit()
  const others = ['role', 'admin', 'staff', 'session', 'user', 'XGrantUserAccess']
  await context.addCookies(others.map((name) => ({ name, value: '1', url: site.server.url })))
  expect((await page.goto('/'))?.status()).toBe(503)
  await context.addCookies([{ name: 'GrantUserAccess', value: '', url: site.server.url }])
  expect((await page.goto('/'))?.status()).toBe(200)
  for (const path of ['/admin', '/staff', '/account', '/register', '/sign-up', '/sign-in'])
    expect((await page.goto(path))?.status(), path).toBe(404)
  for (const path of ['/', '/login', '/reset']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await page.locator('input[type=password]').count(), path).toBe(0)
  }
  const kept = (await context.cookies()).map(({ name }) => name)
  const known = [...others, 'acceptSiteCookies']
  expect(kept.filter((name) => !known.includes(name))).toEqual(['GrantUserAccess'])
  await context.close()
})

it('[MAINT-02] lets a visitor with the cookie use the site as usual', async () => {
  const { page, context, errors } = await site.visit()
  await context.addCookies([{ name: 'GrantUserAccess', value: '', url: site.server.url }])
  const answer = await page.goto('/results?channel=ukcaravan&region=12&nights=7')
  expect(answer?.status()).toBe(200)
  await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
  await page.getByRole('article').first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})
