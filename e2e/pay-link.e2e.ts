import { expect, it } from 'vitest'
import { desktop, expectAccessible, phone } from './browser'
import {
  answerBank,
  atPayment,
  cards,
  CONFIRMED,
  confirmedReference,
  fillCard,
  lookUp,
  payByCard,
} from './holiday'
import { startSite } from './site'
import { findStay } from './stays'

const site = startSite({ args: ['--pay-links', '14'] })

it('a friend pays by a link, sees nothing else of the booking, and the guest sees who has paid', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7 })
  await atPayment(page, stay)
  await page.getByRole('radio', { name: /^Deposit/ }).check()
  await payByCard(page, cards.plain)
  const reference = await confirmedReference(page, CONFIRMED)
  await lookUp(page, reference)
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByLabel('Name of person 1').fill('Sam')
  await page.getByLabel('Name of person 2').fill('Ali')
  await page.getByRole('button', { name: 'Split equally' }).click()
  await expectAccessible(page)
  await page.screenshot({ path: '/tmp/instal-shot1.png', fullPage: true })
  await page.getByRole('button', { name: 'Make links' }).click()
  const link = await page.getByLabel('Link for Sam').inputValue()
  await page.screenshot({ path: '/tmp/instal-shot2.png', fullPage: true })

  const friend = await site.visit({ viewport: phone })
  await friend.page.goto(link)
  await friend.page.getByRole('heading', { name: 'Pay for a holiday' }).waitFor()
  await friend.page.getByLabel('Card number').waitFor()
  expect(new URL(friend.page.url()).hash).toBe('')
  const seen = await friend.page.getByRole('main').innerText()
  expect(seen).toContain(stay.parkName)
  for (const secret of [reference, 'Wilhelmina', 'Quennell']) expect(seen).not.toContain(secret)
  await expectAccessible(friend.page)
  await friend.page.getByText('To pay', { exact: true }).waitFor()
  await friend.page.screenshot({ path: '/tmp/instal-shot3.png', fullPage: true })
  await friend.page.setViewportSize(desktop)
  await friend.page.screenshot({ path: '/tmp/instal-shot4.png', fullPage: true })
  await friend.page.setViewportSize(phone)
  await fillCard(friend.page, cards.challenged)
  await friend.page.getByLabel('Address', { exact: true }).fill('3 Gull Row')
  await friend.page.getByLabel('Town').fill('Scarborough')
  await friend.page.getByLabel('County').fill('North Yorkshire')
  await friend.page.getByLabel('Postcode').fill('YO11 2AB')
  await friend.page.getByRole('button', { name: 'Make payment' }).click()
  await answerBank(friend.page, 'Approve')
  await friend.page.waitForURL('**/booking/confirmation')
  await friend.page.getByRole('heading', { name: 'Your payment has been received' }).waitFor()
  await expectAccessible(friend.page)
  await friend.page.screenshot({ path: '/tmp/instal-shot5.png', fullPage: true })
  expect(friend.errors).toEqual([])
  await friend.context.close()

  await page.reload()
  await page.getByText(/paid on /).waitFor()
  await page.setViewportSize(desktop)
  await page.screenshot({ path: '/tmp/instal-shot6.png', fullPage: true })
  expect(errors).toEqual([])
  await context.close()
})
