import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectSound, expectSteady } from './browser'
import {
  bookIn,
  CONFIRMED,
  cards,
  confirmedReference,
  fillContact,
  passExtras,
  payByCard,
} from './holiday'
import { startSite } from './site'
import { findStay, type Stay } from './stays'

const site = startSite()

/** The party: two adults, two children and an infant, in the order of the form. */
const members = [
  undefined, // the contact travels: the first place follows the contact's own details
  { title: 'Mr', initial: 'T', lastName: 'Ashby', age: 41 },
  { title: 'Master', initial: 'O', lastName: 'Ashby', age: 12 },
  { title: 'Miss', initial: 'I', lastName: 'Ashby', age: 7 },
  { title: 'Mx', initial: 'B', lastName: 'Ashby', age: 2 },
]

/**
 * A date of birth, 'dd/mm/yyyy', of somebody who has this age on arrival. The birthday is half a
 * year before it.
 */
function bornFor(age: number, arrival: string): string {
  const [day = 1, month = 1, year = 2000] = arrival.split('/').map(Number)
  const born = new Date(Date.UTC(year - age, month - 1 - 6, Math.min(day, 28)))
  return born.toISOString().slice(0, 10).split('-').toReversed().join('/')
}

interface Regions {
  regions: Record<string, Record<string, { id: string; parkCount: number }>>
}
interface Parks {
  parks: { parkId: string }[]
}

async function read<T>(path: string, query: Record<string, string>): Promise<T> {
  const answer = await fetch(
    `${site.server.url}/api/${path}?${new URLSearchParams(query).toString()}`,
  )
  return ((await answer.json()) as { data: T }).data
}

/** A stay for the whole family, in the first park of a channel that has one. */
async function familyStay(channel: string): Promise<Stay> {
  const { regions } = await read<Regions>('channelregions', { channel })
  const open = Object.values(regions[channel] ?? {}).filter(({ parkCount }) => parkCount > 0)
  for (const { id: region } of open) {
    const { parks } = await read<Parks>('parks', { channel, region })
    for (const { parkId } of parks) {
      const stay = await findStay(site.server, { parkId, nights: 7, adults: 5 }).catch(
        () => undefined,
      )
      if (stay?.channel === channel && stay.deposit > 0) return stay
    }
  }
  throw new Error(`no park of ${channel} has room for a family`)
}

/** Searches for the family's stay, and opens its park from the results. */
async function findPark(
  page: Page,
  { channel, region, date, nights, parkName }: Stay,
): Promise<void> {
  const query = new URLSearchParams({
    channel,
    region,
    date,
    nights: String(nights),
    adults: '2',
    children: '2',
    infants: '1',
  })
  await page.goto(`/results?${query.toString()}`)
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: parkName }) })
  await card.first().getByRole('link', { name: 'View All Prices' }).click()
  await page.getByRole('heading', { level: 1, name: parkName }).waitFor()
}

async function fillMembers(page: Page, by: 'age' | 'dob', arrival: string): Promise<void> {
  for (const [index, member] of members.entries()) {
    if (!member) continue
    const field = (name: string): Locator => page.locator(`#${name}${index + 1}`)
    await field('title').selectOption(member.title)
    await field('initial').fill(member.initial)
    await field('lastName').fill(member.lastName)
    if (by === 'age') await field('age').fill(String(member.age))
    else await field('dob').fill(bornFor(member.age, arrival))
  }
}

it.each([
  ['ukcaravan', 'age'],
  ['eurocaravan', 'dob'],
] as const)(
  '[BOOK-73] a family books a holiday of %s from search to confirmation, each member by %s',
  async (channel, by) => {
    const stay = await familyStay(channel)
    const { page, context, errors } = await site.visit()
    await findPark(page, stay)
    await bookIn(page)
    await passExtras(page)
    await page.getByRole('heading', { name: 'Your details' }).waitFor()
    const groups = async () =>
      (await page.locator('fieldset > legend').allInnerTexts()).filter((text) => / \d$/.test(text))
    await expect.poll(groups).toEqual(['Adult 1', 'Adult 2', 'Child 1', 'Child 2', 'Infant 1'])
    await fillContact(page)
    await fillMembers(page, by, stay.date)
    // The two forms differ in one field of each member.
    await (by === 'age' ? expectSound(page) : expectSteady(page))
    await page.getByRole('button', { name: 'Continue to step 3' }).click()
    await page.waitForURL('**/booking/payment')
    await payByCard(page, cards.plain)
    const reference = await confirmedReference(page, CONFIRMED)
    await expect.poll(() => page.getByRole('main').innerText()).toContain('5 guests')
    expect(site.server.booking(reference)).toMatchObject({ State: 'confirmed' })
    expect(errors).toEqual([])
    await context.close()
  },
)
