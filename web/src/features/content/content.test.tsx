import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { brand, contentRoutes } from '../../brands'
import { expectAccessible } from '../../test/axe'
import { CMS, wordPressPage } from '../../test/cms'
import { holdAnswers } from '../../test/held-server'
import { resizeTo } from '../../test/screen'
import { settle, visit } from '../../test/visit'

const LOST = "Sorry, we can't find that page"
const FIELDS = '?_fields=id,slug,title,content,excerpt,acf'
const server = () =>
  holdAnswers({
    '/json-files/mega-menu-MT.json': 'no answer',
    '/api/cachedavailability': 'no answer',
  })
const heading = () => screen.getByRole('heading', { level: 1 })
const cmsRequests = (heldServer: ReturnType<typeof server>) =>
  heldServer.requests
    .filter(({ path }) => path.startsWith(CMS))
    .map(({ path, search }) => path + search)

/** Opens a path and answers its page. */
async function open(path: string, body: unknown, options?: { status?: number }) {
  const heldServer = server()
  const page = await visit(path)
  await heldServer.pending().send(body, options)
  await settle()
  return { heldServer, page }
}

beforeEach(() => resizeTo(1280))

it('the heading that the address names is scrolled to, but not again after Back', async () => {
  const { page } = await open('/terms#q%26a', [
    { ...wordPressPage(8), content: { rendered: '<h2 id="q&amp;a">Q&amp;A</h2>' } },
  ])
  const scrolled = vi.mocked(Element.prototype.scrollIntoView)
  expect(scrolled).toHaveBeenCalledTimes(1)
  await page.goTo('/terms#other')
  await page.goTo('/terms#q%26a')
  expect(scrolled).toHaveBeenCalledTimes(2)
  await page.goTo('/login')
  await page.back()
  expect(page.address()).toBe('/terms')
  expect(scrolled).toHaveBeenCalledTimes(2)
})

describe('a content page', () => {
  it.each(
    contentRoutes.filter(({ path }) => path !== '/offers').map((one) => [one.path, one.pageId]),
  )('[ROUTE-22] [ROUTE-23] [CMS-06] %s is the page %i of the CMS', async (path, pageId) => {
    const { heldServer, page } = await open(path, wordPressPage(pageId))
    expect(cmsRequests(heldServer)).toEqual([`${CMS}/pages/${pageId}${FIELDS}`])
    expect(heading()).toHaveTextContent(`Page ${pageId}`)
    expect(screen.getByText(`Text of page ${pageId}`)).toBeVisible()
    await page.goTo(`/a/${pageId}${path}`)
    expect(page.address()).toBe(path)
  })

  it.each([
    ['/inspiration', 'inspiration'],
    ['/terms', 'terms'],
    ['/help', 'help'],
  ])('[ROUTE-19] %s is the page with the slug %s', async (path, slug) => {
    const { heldServer } = await open(path, [wordPressPage(8)])
    expect(cmsRequests(heldServer)).toEqual([`${CMS}/pages?slug=${slug}&${FIELDS.slice(1)}`])
    expect(heading()).toHaveTextContent('Page 8')
  })

  it('[API-15] is loaded from the configured address of the CMS', async () => {
    const { cms } = brand.api
    brand.api.cms = '/other-cms/v9'
    onTestFinished(() => void (brand.api.cms = cms))
    const { heldServer } = await open('/p/age/965', wordPressPage(965))
    expect(heldServer.requests.map(({ path }) => path)).toContain('/other-cms/v9/pages/965')
    expect(heading()).toHaveTextContent('Page 965')
  })

  it('[ROUTE-24] /p/age/965 is the page 965', async () => {
    const { heldServer } = await open('/p/age/965', wordPressPage(965))
    expect(cmsRequests(heldServer)).toEqual([`${CMS}/pages/965${FIELDS}`])
    expect(heading()).toHaveTextContent('Page 965')
  })

  it('[ROUTE-25] /a/:contentId/:keywords is the page of that id, unless it redirects', async () => {
    const { heldServer, page } = await open('/a/777/any-words', wordPressPage(777))
    expect(cmsRequests(heldServer)).toEqual([`${CMS}/pages/777${FIELDS}`])
    expect(heading()).toHaveTextContent('Page 777')
    await page.goTo('/a/83/insurance')
    expect(page.address()).toBe('/insurance')
    await page.goTo('/a/words/any')
    expect(heading()).toHaveTextContent(LOST)
  })

  it('has a title, a description and a canonical link, and links to its neighbours', async () => {
    const { page } = await open('/customer-charter', wordPressPage(1603))
    await waitFor(() => expect(document.title).toBe('Page 1603 | Meridian Times Holidays'))
    const list = within(screen.getByRole('navigation', { name: 'Information' }))
    expect(list.getByRole('link', { current: 'page' })).toHaveAttribute('href', '/customer-charter')
    expect(list.getByRole('link', { name: 'Terms & Conditions' })).toHaveAttribute('href', '/terms')
    expect(screen.getByText('Mon-Sat 9am-5pm, Sun 10am-4pm')).toBeVisible()
    await expectAccessible(page.container)
  })

  it('shows Not found when the CMS does not have it', async () => {
    const first = await open('/insurance', { code: 'rest_post_invalid_id' }, { status: 404 })
    expect(heading()).toHaveTextContent(LOST)
    first.page.leave()
    await open('/terms', [])
    expect(heading()).toHaveTextContent(LOST)
  })

  it.each([
    [{ code: 'x' }, 502],
    ['<html>', 200],
  ])('says when it cannot be loaded, and can be loaded again (%s, %i)', async (body, status) => {
    const { heldServer, page } = await open('/insurance', body, { status })
    expect(screen.getByRole('alert')).toHaveTextContent(
      'There was an error while loading. Please try again.',
    )
    await page.user.click(screen.getByRole('button', { name: 'Retry' }))
    await heldServer.pending().send(wordPressPage(83))
    await settle()
    expect(heading()).toHaveTextContent('Page 83')
  })

  it('does not replace a page that was opened after it when it is answered late', async () => {
    const heldServer = server()
    const page = await visit('/insurance')
    await page.goTo('/ferry-deals')
    await heldServer.pending(`${CMS}/pages/212`).send(wordPressPage(212))
    await heldServer.pending(`${CMS}/pages/83`).send(wordPressPage(83))
    await settle()
    expect(heading()).toHaveTextContent('Page 212')
    await page.back()
    expect(heading()).toHaveTextContent('Page 83')
    expect(cmsRequests(heldServer)).toHaveLength(2)
  })
})

describe('the page /offers', () => {
  const deals = { deals: [], count: 0, pageCount: 1, regions: [] }

  it('[ROUTE-22] shows the page of the CMS below its deals, unless they are narrowed', async () => {
    const heldServer = server()
    const page = await visit('/offers')
    expect(cmsRequests(heldServer)).toEqual([`${CMS}/pages/1526${FIELDS}`])
    await heldServer.pending('/api/deals').answer(deals)
    await heldServer.pending(`${CMS}/pages/1526`).send(wordPressPage(1526))
    await settle()
    expect(heading()).toHaveTextContent('Offers')
    expect(screen.getByText('Text of page 1526')).toBeVisible()
    await page.goTo('/offers?channel=boats')
    expect(screen.queryByText('Text of page 1526')).toBeNull()
  })

  it('shows its deals when the page of the CMS cannot be loaded, and Retry loads that page', async () => {
    const heldServer = server()
    const page = await visit('/offers')
    await heldServer.pending(`${CMS}/pages/1526`).lose()
    await heldServer.pending('/api/deals').answer(deals)
    expect(screen.getByText('Nothing is reduced here at the moment.')).toBeVisible()
    await page.user.click(screen.getByRole('button', { name: 'Retry' }))
    await heldServer.pending(`${CMS}/pages/1526`).send(wordPressPage(1526))
    await settle()
    expect(screen.getByText('Text of page 1526')).toBeVisible()
  })
})

it('[BRAND-22] the help page has the ways to reach us with their hours, and questions that open', async () => {
  const rendered =
    '<h2>Frequently asked questions</h2><h3>Can I bring my dog?</h3><p>Yes, you can.</p><h3>Is linen included?</h3><p>Mostly.</p>'
  const parts = [
    { html: '<h2>Frequently asked questions</h2>' },
    { question: 'Can I bring my dog?', html: '<p>Yes, you can.</p>' },
    { question: 'Is linen included?', html: '<p>Mostly.</p>' },
  ]
  const { page } = await open('/help', [wordPressPage(8, { content: { rendered, parts } })])
  expect(screen.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
  const card = within(screen.getByRole('region', { name: 'How to reach us' }))
  expect(card.getByText('Mon-Sat 9am-5pm, Sun 10am-4pm')).toBeVisible()
  expect(card.getByRole('link', { name: '0808 157 0103' })).toHaveAttribute(
    'href',
    'tel:08081570103',
  )
  expect(screen.getByRole('heading', { name: 'Can I bring my dog?' })).toBeVisible()
  expect(screen.getByText('Yes, you can.')).toBeVisible()
  expect(screen.getByText('Mostly.')).not.toBeVisible()
  await page.user.click(screen.getByRole('heading', { name: 'Is linen included?' }))
  expect(screen.getByText('Mostly.')).toBeVisible()
  await expectAccessible(page.container)
})
