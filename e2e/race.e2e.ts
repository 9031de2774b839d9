import { expect, it } from 'vitest'
import { phone } from './browser'
import { CONFIRMED, cards, confirmedReference, fillDetails, passExtras, payByCard } from './holiday'
import { startSite } from './site'
import { findStay, unitsLeft } from './stays'

// Holds of other files would leave one of other units, too.
const site = startSite({ own: true })

it('[PARK-08] sells the last unit to one of two visitors; the other is told that it is no longer available', async () => {
  const stay = await findStay(site.server, { parkId: 'CF101', unitType: 'CF101-P3', nights: 7 })
  expect(stay.unitsLeft).toBe(1)
  const visitors = await Promise.all([site.visit(), site.visit({ viewport: phone })])
  const buttons = await Promise.all(
    visitors.map(async ({ page }) => {
      await page.goto(stay.path)
      const unit = page
        .getByRole('listitem')
        .filter({ hasText: 'Turnstone' })
        .filter({ hasText: 'ONLY 1 LEFT' })
      const book = unit.getByRole('button', { name: /^Book / })
      await book.waitFor()
      return book
    }),
  )
  await Promise.all(buttons.map((book) => book.click()))
  const ends = await Promise.all(
    visitors.map(async ({ page }) => {
      const held = page.waitForURL('**/booking/extras').then(() => true)
      const gone = page
        .getByText('This unit is no longer available.')
        .waitFor()
        .then(() => false)
      held.catch(() => undefined)
      gone.catch(() => undefined)
      return Promise.any([held, gone])
    }),
  )
  expect(ends.toSorted()).toEqual([false, true])
  await expect.poll(() => unitsLeft(site.server, stay)).toBe(0)

  const winner = visitors[ends.indexOf(true)]
  const loser = visitors[ends.indexOf(false)]
  if (!winner || !loser) throw new Error('nobody won')
  await passExtras(winner.page)
  await fillDetails(winner.page)
  await payByCard(winner.page, cards.plain)
  const reference = await confirmedReference(winner.page, CONFIRMED)
  expect(site.server.booking(reference)['State']).toBe('confirmed')
  // A busy server answers with the page of a moment ago.
  const reloaded = async () => {
    await loser.page.reload()
    await loser.page.getByRole('heading', { name: 'Gannet Sands', level: 1 }).waitFor()
    await loser.page
      .getByText(/places? to stay/i)
      .first()
      .waitFor()
    return loser.page.getByRole('main').innerText()
  }
  await expect.poll(reloaded).not.toContain('ONLY 1 LEFT')
  await Promise.all(visitors.map(({ context }) => context.close()))
})
