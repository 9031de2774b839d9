import { expect, it } from 'vitest'
import { expectOpen, pressBook, unitRow } from './holiday'
import { startSite } from './site'
import { findStay } from './stays'

const site = startSite()

const channels = ['ukcaravan', 'uklodge', 'ukcottages', 'uktouring', 'eurocaravan', 'boats']

/** The first two parks of our own that a search on a channel finds. */
async function twoParks(channel: string): Promise<string[]> {
  const query = `channel=${channel}&nights=7&adults=2`
  const answer = await fetch(`${site.server.url}/api/search?${query}`)
  const { data } = (await answer.json()) as {
    data: { results: { parkId: string; affiliate: string }[] }
  }
  const own = data.results.filter(({ affiliate }) => affiliate === '')
  expect(own.length, channel).toBeGreaterThan(1)
  return own.slice(0, 2).map(({ parkId }) => parkId)
}

it('[BRAND-01] holidays of every channel are searched, compared and booked, in pounds', async () => {
  const { page, context } = await site.visit()
  for (const [at, channel] of channels.entries()) {
    const parks = await twoParks(channel)
    if (at === 0) {
      await page.goto(`/shortlist?parks=${parks.join(',')}&channel=${channel}&nights=7`)
      const table = page.getByRole('table')
      await table.waitFor()
      await expect.poll(() => table.innerText()).toMatch(/£\d/)
      await expectOpen(page)
    }
    const wanted = { parkId: parks[0] ?? '', nights: 7, monthsOn: 7 }
    const stay = await findStay(site.server, wanted)
    await page.goto(stay.path)
    await unitRow(page, stay).waitFor()
    await expectOpen(page)
    await pressBook(page, stay)
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/£\d/)
    await expectOpen(page)
  }
  await context.close()
})
