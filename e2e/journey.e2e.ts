import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, launch, phone, visit } from './browser'
import { rejectCookies } from './holiday'
import { bookFromHome, payBalance } from './main-job'
import { type RunningServer, startServer } from './server'

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await startServer({ parks: 60 })
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await server?.remove()
})

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('the main job on %s', (_, viewport) => {
  it('[BOOK-01] [BOOK-14] [MINE-08] finds a holiday, books it with a deposit and a challenge, finds it again and pays the balance', async () => {
    const visitor = await visit(browser, server.url, { viewport, askedForCookies: true })
    await visitor.page.goto('/')
    await rejectCookies(visitor.page)
    const booked = await bookFromHome(visitor, server, { typed: 'corn', region: 'Cornwall' })
    expect(booked.paid).toBeLessThan(booked.total)
    await payBalance(visitor, server, booked)
    expect(visitor.errors).toEqual([])
    await visitor.context.close()
  })
})
