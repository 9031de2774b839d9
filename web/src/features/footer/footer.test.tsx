import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { brand } from '../../brands'
import { initData } from '../../test/catalogue'
import { renderWithStore, readyStore } from '../../test/render'
import { resizeTo } from '../../test/screen'
import { initCall } from '../catalogue'
import { consentRead } from '../consent'
import { Footer } from '.'
import { accept } from '../../test/accept'

const withFlag = (isWorldpayOn: boolean) =>
  initData({ flags: { host: '', clientKey: 'sdk-mt', isWorldpayOn, isPaypalOn: true } })

function renderFooter({ path = '/', isWorldpayOn = true } = {}) {
  const store = readyStore(withFlag(isWorldpayOn))
  store.dispatch(consentRead('unknown'))
  return renderWithStore(<Footer />, { store, path })
}

beforeEach(() => resizeTo(1280))

describe('the footer', () => {
  it('[FOOT-01] has its blocks in the specified order', async () => {
    renderFooter()
    const blocks = [
      await screen.findByRole('region', { name: 'Cookies' }),
      screen.getByRole('region', { name: 'Get reader holiday offers by email' }),
      screen.getByRole('region', { name: 'Reviews' }),
      screen.getByRole('navigation', { name: 'Footer' }),
      screen.getByRole('list', { name: 'Social media' }),
      screen.getByRole('list', { name: 'Ways to pay' }),
    ]
    for (const [index, block] of blocks.entries()) {
      const next = blocks[index + 1]
      if (next) {
        expect(block.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
      }
    }
  })

  it('[FOOT-02] shows the number of satisfied customers and links to the review site', () => {
    renderFooter()
    const trust = within(screen.getByRole('region', { name: 'Reviews' }))
    expect(
      trust.getByRole('heading', { name: 'Over 250,000 satisfied customers every year' }),
    ).toBeVisible()
    expect(trust.getByRole('link', { name: /Read our reviews/ })).toHaveAttribute(
      'href',
      'https://reviews.example/MT',
    )
  })

  it('[FOOT-03] folds its columns below lg, all closed, several open at once', async () => {
    resizeTo(800)
    renderFooter()
    const types = screen.getByRole('button', { name: 'Holiday type' })
    const company = screen.getByRole('button', { name: 'Company' })
    expect(types).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(types)
    await userEvent.click(company)
    expect(types).toHaveAttribute('aria-expanded', 'true')
    expect(company).toHaveAttribute('aria-expanded', 'true')
  })

  it('[FOOT-04] shows only the configured social networks', () => {
    renderFooter()
    const social = within(screen.getByRole('list', { name: 'Social media' }))
    expect(social.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://social.example/MT',
      'https://social.example/MT',
    ])
    expect(social.queryByText('TikTok')).toBeNull()
  })

  it('[FOOT-05] shows the wallet’s logo only while the card provider is off', () => {
    const logos = () =>
      within(screen.getByRole('list', { name: 'Ways to pay' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent)
    const { unmount, store } = renderFooter()
    expect(logos()).toEqual(['Visa', 'Mastercard', 'Maestro'])
    act(() => void store.dispatch(accept(initCall, undefined, withFlag(false))))
    expect(logos()).toEqual(['Visa', 'Mastercard', 'Maestro', 'PayPal'])
    unmount()
    // The first page has the server's value: nothing moves when the browser reads the flags.
    renderFooter({ isWorldpayOn: false })
    expect(logos()).toEqual(['Visa', 'Mastercard', 'Maestro', 'PayPal'])
  })

  it('[FOOT-06] [NEWS-01] keeps cookie banner, social links and legal line on booking pages, nothing else', () => {
    renderFooter({ path: '/booking/details' })
    expect(screen.getByRole('region', { name: 'Cookies' })).toBeVisible()
    expect(screen.getByRole('list', { name: 'Social media' })).toBeVisible()
    expect(screen.getByRole('contentinfo')).toHaveTextContent('company number')
    expect(screen.queryByRole('region', { name: /email/ })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Reviews' })).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByRole('list', { name: 'Ways to pay' })).toBeNull()
  })

  it('[BRAND-22] has the support hours beside the ways to reach us', () => {
    renderFooter()
    const navigation = screen.getByRole('navigation', { name: 'Footer' })
    expect(navigation).toHaveTextContent('Mon-Sat 9am-5pm, Sun 10am-4pm')
    expect(navigation).toHaveTextContent('0808 157 0103')
  })

  it('has no landing pages of other brands', () => {
    renderFooter()
    const navigation = within(screen.getByRole('navigation', { name: 'Footer' }))
    const links = navigation.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    expect(links).toContain('/blog')
    for (const landing of [/^\/blog\/./, /breaks/, /lodges/, /blog\.example/])
      expect(links.filter((href) => landing.test(href))).toEqual([])
  })

  it.each(['/', '/booking/details'])(
    '[FOOT-16] under the logos of %s stands the legal line from the configuration',
    (path) => {
      const { container } = renderFooter({ path })
      const { legal, global } = brand
      const line = screen.getByText(new RegExp(`company number ${legal.companyNumber}`))
      for (const part of [legal.tradingName, legal.companyName, legal.address, global.email])
        expect(line).toHaveTextContent(part)
      const logo = container.querySelector('footer img')
      expect(logo?.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    },
  )

  it('[FOOT-09] [CHAN-14] lists the eight regions with most parks, by name', () => {
    renderFooter()
    const navigation = within(screen.getByRole('navigation', { name: 'Footer' }))
    expect(navigation.getByRole('link', { name: 'Our Park Partners' })).toHaveAttribute(
      'href',
      '/brands',
    )
    const regions = navigation
      .getAllByRole('link')
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => href.startsWith('/holidays/'))
    expect(regions).toEqual([
      '/holidays/ukcaravan/1/cornwall',
      '/holidays/ukcaravan/2/devon',
      '/holidays/ukcaravan/3/dorset',
      '/holidays/ukcaravan/4/kent',
      '/holidays/ukcaravan/5/norfolk',
      '/holidays/ukcaravan/6/suffolk',
      '/holidays/ukcaravan/7/wales',
      '/holidays/ukcaravan/8/yorkshire',
    ])
  })

  it('[FOOT-10] has the company’s links in their order', () => {
    renderFooter()
    const company = screen.getByRole('heading', { name: 'Company' }).parentElement as HTMLElement
    const links = within(company).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Contact Us/FAQs', '/help'],
      ['Blog', '/blog'],
      ['About Us', '/about-us'],
      ['Work With Us', '/work-with-us'],
      ['Affiliates (opens in a new tab)', 'https://affiliates.example'],
    ])
  })

  it('[FOOT-15] opens external links in a new tab', () => {
    renderFooter()
    expect(screen.getByRole('link', { name: /Affiliates/ })).toHaveAttribute('target', '_blank')
    expect(screen.getByRole('link', { name: 'About Us' })).not.toHaveAttribute('target')
  })

  it('shows the cookie banner again by Cookie settings', async () => {
    const { store } = renderFooter()
    store.dispatch(consentRead('accepted'))
    expect(await screen.findByRole('button', { name: 'Cookie settings' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cookie settings' }))
    expect(screen.getByRole('region', { name: 'Cookies' })).toBeVisible()
  })
})
