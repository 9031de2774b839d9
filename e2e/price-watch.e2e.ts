import { expect, it } from 'vitest'
import { pounds, unitRow } from './holiday'
import { startSite } from './site'
import { findStay } from './stays'

const site = startSite({ args: ['--price-watch'] })

it('without script, a price is watched from the park on, confirmed by e-mail and ended', async () => {
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, monthsOn: 3 })
  const { page, context } = await site.visitWithoutScript()
  await page.goto(stay.path)
  await unitRow(page, stay).getByRole('link', { name: 'Watch this price' }).click()
  await page.getByRole('heading', { name: 'Watch this price' }).waitFor()
  expect(await page.getByRole('main').textContent()).toContain(`${pounds(stay.price)} today`)
  await page.getByLabel('Your email address').fill('priya@mail.example')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()

  const link = () =>
    /List-Unsubscribe: <([^>]+)>/.exec(
      site.server.emails().find(({ head }) => head.includes('priya@'))?.head ?? '',
    )?.[1]
  await expect.poll(link).toBeTruthy()
  const asked = new URL(link() ?? '')
  await page.goto(asked.pathname + asked.search)
  await page.getByRole('button', { name: 'Yes, email me' }).click()
  await page.getByRole('status').getByText('We watch these prices for you.').waitFor()
  await page.getByRole('button', { name: 'End everything' }).click()
  await page.getByText('You watch no prices.').waitFor()
  await context.close()
})
