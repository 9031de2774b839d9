import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { holdAnswers } from '../test/held-server'
import { resizeTo } from '../test/screen'
import { prices } from '../test/search-page'
import { ok } from '../test/server'
import { settle, visit } from '../test/visit'

const LOST = "Sorry, we can't find that page"
const heading = () => screen.findByRole('heading', { level: 1 })
const search = 'channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2'

beforeEach(() => {
  resizeTo(1280)
  holdAnswers({ '/api/cachedavailability': ok(prices) })
})

it.each([
  [`/results?${search}`, 'Holidays in Cornwall', 'Skip to the results'],
  [
    `/results/all-regions?${search.replace('region=12', 'region=all-regions')}`,
    'Holidays in the UK',
    'Show all holidays in the UK',
  ],
  [`/results/all-dates?${search}`, 'Holidays in Cornwall', 'From price for 3 nights'],
])('[ROUTE-09] %s shows search results', async (address, title, own) => {
  await visit(address)
  expect(await heading()).toHaveTextContent(title)
  expect(screen.getAllByText((text) => text.startsWith(own))[0]).toBeVisible()
  expect(screen.getByRole('search', { name: 'Find a holiday' })).toBeVisible()
})

it.each(['boating-holidays', 'holidays', 'boat', 'boat-result', 'park-result'])(
  '[ROUTE-18] /%s/:parkId/:slug shows the park page, with the name of the slug until it is loaded',
  async (first) => {
    await visit(`/${first}/HV101/gannet-sands`)
    expect(await heading()).toHaveTextContent('Gannet Sands')
    expect(screen.queryByText(LOST)).toBeNull()
  },
)

it('[ROUTE-08] /blog is the list of posts, /blog/:blogPost a post', async () => {
  const page = await visit('/blog')
  expect(await heading()).toHaveTextContent('Latest Posts From The Blog')
  await page.goTo('/blog/a-post')
  expect(screen.queryByRole('heading', { name: 'Latest Posts From The Blog' })).toBeNull()
})

it('/reset reads out what is wrong with the address, and focuses its field', async () => {
  const { user } = await visit('/reset')
  const field = await screen.findByLabelText('Email address')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter your email address')
  expect(field).toHaveFocus()
})

it('[ROUTE-06] /reset is a separate page', async () => {
  await visit('/reset')
  expect(await heading()).toHaveTextContent('Forgotten your booking reference?')
  expect(screen.queryByText(LOST)).toBeNull()
})

it('[MINE-20] the login form leads to /reset: text, one email field, Submit, not for search engines', async () => {
  const page = await visit('/login')
  await page.user.click(
    await screen.findByRole('link', { name: /Forgotten your booking reference/ }),
  )
  await settle()
  expect(page.address()).toBe('/reset')
  expect(await heading()).toHaveTextContent('Forgotten your booking reference?')
  expect(
    screen.getByText(
      'You do not need a password. Tell us the email address you booked with and we will send you your booking references.',
    ),
  ).toBeVisible()
  const form = screen.getByRole('button', { name: 'Submit' }).closest('form')
  expect(form?.querySelectorAll('input')).toHaveLength(1)
  expect(screen.getByLabelText('Email address')).toHaveAttribute('type', 'email')
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

it.each(['/reach-promos-offers', '/short-uk-breaks', '/no/such/page'])(
  '[CMS-01] %s, which is not a page of this brand, shows Not found at its own address',
  async (address) => {
    const page = await visit(address)
    expect(await heading()).toHaveTextContent(LOST)
    expect(page.address()).toBe(address)
  },
)

it('the Not found page can be left and opened again by Back', async () => {
  const page = await visit('/no/such/page')
  await page.user.click(screen.getByRole('link', { name: 'Search holidays' }))
  await settle()
  expect(page.address()).toBe('/')
  await page.back()
  expect(page.address()).toBe('/no/such/page')
  expect(await heading()).toHaveTextContent(LOST)
  await page.forward()
  expect(page.address()).toBe('/')
})

it('the Not found page makes no further requests once it is unmounted', async () => {
  const server = holdAnswers()
  const page = await visit('/no/such/page')
  expect(await heading()).toHaveTextContent(LOST)
  const before = server.requests.length
  page.leave()
  for (const request of server.all('/api/cachedavailability')) await request.answer(prices)
  await settle()
  expect(server.requests).toHaveLength(before)
})
