import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hydrated, phone, visit } from './browser'
import { epochOf, type Instant, instants, statedInstant } from './clock'
import { passGate } from './gate'
import {
  bookIn,
  CONFIRMED,
  cards,
  confirmedReference,
  fillDetails,
  passExtras,
  payByCard,
  pressSearch,
} from './holiday'
import { startServer } from './server'
import type { Site } from './site'
import type { Found } from './stays'
import { addDays, formatShort } from '../web/src/rules/dates'

/** The instants at which the run makes the journey: TEST_JOURNEYS, or the run's own. */
export function chosenInstants(): Instant[] {
  const stated = process.env.TEST_JOURNEYS || statedInstant()
  return stated
    .split(',')
    .map((at) => instants.find((known) => known.at === at) ?? { at, why: 'an instant of choice' })
}

/** A visitor of a brand finds a holiday, books it and pays for it, at each instant of the run. */
export function testShortJourney(site: Site, siteCode: string): void {
  it.each(chosenInstants().map((one) => [one.at, one.why, one] as const))(
    'the short journey at %s, %s',
    async (at, _, { arrival }) => {
      const ahead = epochOf(at) - Date.now()
      const server = await startServer({ ...site.options, ahead })
      try {
        const { page, context, errors } = await visit(site.browser, server.url, {
          viewport: phone,
          ahead,
        })
        await page.goto('/')
        await hydrated(page)
        if (siteCode === 'RP') await passGate(page)
        // As the form is: for tomorrow, on which there may be nothing.
        await pressSearch(page)
        await page.getByRole('heading', { level: 1, name: /^Holidays / }).waitFor()
        const days = siteCode === 'RP' ? await offerDates(page) : daysAfter(at.slice(0, 10))
        const { name, path } = await findWeek(page, arrival ? days.toReversed() : days)
        await page.goto(path)
        await page
          .getByRole('article')
          .filter({ has: page.getByRole('heading', { name }) })
          .getByRole('link')
          .first()
          .click()
        await page.getByRole('heading', { level: 1, name }).waitFor()
        await bookIn(page)
        await passExtras(page)
        await fillDetails(page)
        await payByCard(page, cards.plain)
        const reference = await confirmedReference(page, CONFIRMED)
        await expect
          .poll(() => server.emails().filter(({ text }) => text.includes(reference)).length)
          .toBe(1)
        expect(errors).toEqual([])
        await context.close()
      } finally {
        await server.remove()
      }
    },
  )
}

/** Every day of the next year and a half, from tomorrow. */
const daysAfter = (today: string): string[] =>
  Array.from({ length: 18 * 31 }, (_, index) => formatShort(addDays(today, index + 1)))

/** The arrival dates of a reader who has passed the gate with the newspaper of passGate. */
async function offerDates(page: Page): Promise<string[]> {
  const { DATES } = await read<{ DATES: { date: string }[] }>(
    page,
    'getpromodata?siteCode=RP&promo=ukpromo&newspaper=DX',
  )
  return DATES.map(({ date }) => date)
}

/** A park of our own with a stay of a week, on the first of some days, as dd/mm/yyyy, on which there is one. */
async function findWeek(page: Page, days: readonly string[]) {
  for (const date of days) {
    const query = `channel=ukcaravan&date=${date}&nights=7&adults=2`
    const { results } = await read<{ results: Found[] }>(
      page,
      `search?region=all-regions&flex=0&${query}`,
    )
    const found = results.find(({ exact, affiliate }) => exact && affiliate === '')
    if (!found) continue
    const { park } = await read<{ park: { regn: string } }>(
      page,
      `parkdetails?parkId=${found.parkId}`,
    )
    return { name: found.name, path: `/results?region=${park.regn}&${query}` }
  }
  throw new Error('there is no stay of a week')
}

async function read<T>(page: Page, call: string): Promise<T> {
  const answer = await page.request.get(`/api/${call}`)
  return ((await answer.json()) as { data: T }).data
}
