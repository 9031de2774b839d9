import { expect, it } from 'vitest'
import { phone } from './browser'
import { rejectCookies } from './holiday'
import { bookFromHome, payBalance } from './main-job'
import { startSite } from './site'

const site = startSite()

it('[BOOK-01] [BOOK-14] [MINE-08] on a phone a visitor finds a holiday, books it with a deposit and a challenge, finds it again and pays the balance', async () => {
  const visitor = await site.visit({ viewport: phone, askedForCookies: true })
  await visitor.page.goto('/')
  await rejectCookies(visitor.page)
  const booked = await bookFromHome(visitor, site.server, { typed: 'corn', region: 'Cornwall' })
  expect(booked.paid).toBeLessThan(booked.total)
  await payBalance(visitor, site.server, booked)
  expect(visitor.errors).toEqual([])
  await visitor.context.close()
})
