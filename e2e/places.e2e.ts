import { expect, it } from 'vitest'
import { phone, takenOver } from './browser'
import { startSite } from './site'

const site = startSite()

it.each([
  ['a phone', phone],
  ['a desktop', { width: 1280, height: 900 }],
])(
  'finds a town with a typing error on %s, and shows the nearest parks first',
  async (_, viewport) => {
    const { page, context, errors } = await site.visit({ viewport })
    const town = await townOf(site.server.url)
    await page.goto('/')
    await takenOver(page)
    const where = page.getByRole('combobox', { name: 'Where' })
    await where.click()
    // Swaps two letters.
    const [a, b, c, ...rest] = town
    await where.fill([a, c, b, ...rest].join(''))
    const option = page.getByRole('option', { name: new RegExp(`^${town}`) })
    await option.first().waitFor()
    if (process.env.LOOK)
      await page.screenshot({ path: `${process.env.LOOK}/where-${viewport.width}.png` })
    await option.first().click()
    await expect.poll(() => where.inputValue()).toBe(town)
    await page
      .getByRole('search')
      .getByRole('button', { name: 'Search' })
      .filter({ visible: true })
      .click()
    await page.getByRole('heading', { level: 1, name: `Holidays near ${town}` }).waitFor()
    expect(new URL(page.url()).searchParams.get('near')).toContain(town)
    const distances = page.getByText(/^(Less than a mile|\d+ miles?) from /)
    await distances.first().waitFor()
    if (process.env.LOOK)
      await page.screenshot({ path: `${process.env.LOOK}/near-${viewport.width}.png` })
    const shown = await miles(distances)
    expect(shown.length).toBeGreaterThan(1)
    expect(shown).toEqual(shown.toSorted((x, y) => x - y))
    // A reload keeps the order.
    await page.reload()
    await distances.first().waitFor()
    expect(await miles(distances)).toEqual(shown)
    expect(errors).toEqual([])
    await context.close()
  },
)

async function miles(distances: { allTextContents(): Promise<string[]> }): Promise<number[]> {
  return (await distances.allTextContents()).map((text) => Number(/^\d+/.exec(text)?.[0] ?? 0))
}

/** A town of Cornwall in the demo whose name is long enough for a typing error. */
async function townOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/parks?region=12&channel=ukcaravan`)
  const { data } = (await answer.json()) as { data: { townList: { name: string }[] } }
  const town = data.townList.find(
    ({ name }) => /^[A-Z][a-z]{4,}$/.test(name) && name[1] !== name[2],
  )
  if (!town) throw new Error('no town of Cornwall has a name of five letters')
  return town.name
}
