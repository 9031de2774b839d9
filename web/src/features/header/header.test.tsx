import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { brand } from '../../brands'
import { brandOf } from '../../test/brands'
import { initData } from '../../test/catalogue'
import { renderWithStore, readyStore } from '../../test/render'
import { resizeTo, scrollTo } from '../../test/screen'
import { Header } from '.'
import { campaignOffersLink, extraLinks, menuEntries } from './menu'

function renderHeader(path = '/') {
  return renderWithStore(<Header renderLookup={() => <p>Lookup</p>} />, {
    store: readyStore(initData()),
    path,
  })
}

beforeEach(() => {
  resizeTo(1280)
  scrollTo(0)
})

describe('the top bar', () => {
  it('[HEAD-01] [BRAND-22] shows the telephone number with its hours, and a badge that leads to the review site', () => {
    renderHeader()
    expect(screen.getByRole('banner')).toHaveTextContent('0808 157 0103')
    expect(screen.getByRole('banner')).toHaveTextContent('Mon-Sat 9am-5pm, Sun 10am-4pm')
    const badge = screen.getByRole('link', { name: /Read our reviews/ })
    expect(badge).toHaveAttribute('href', 'https://reviews.example/MT')
    expect(badge).toHaveAttribute('target', '_blank')
  })

  it.each(['/my-booking', '/login', '/my-booking/', '/login/'])(
    '[HEAD-02] has a telephone link instead of My Booking on %s',
    (path) => {
      renderHeader(path)
      const telephone = screen.getByRole('link', { name: '0808 157 0103' })
      expect(telephone).toHaveAttribute('href', 'tel:08081570103')
      expect(screen.queryByRole('button', { name: 'My Booking' })).toBeNull()
    },
  )

  it('[HEAD-03] opens the login modal by My Booking', async () => {
    renderHeader('/results')
    expect(screen.queryByText('Lookup')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'My Booking' }))
    const dialog = screen.getByRole('dialog', { name: 'My Booking' })
    expect(within(dialog).getByText('Lookup')).toBeVisible()
  })

  it('[HEAD-04] [BRAND-19] is the whole header on booking pages, with a logo 32 high', () => {
    renderHeader('/booking/extras')
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.getByRole('img', { name: 'Meridian Times Holidays' })).toHaveAttribute(
      'height',
      '32',
    )
    expect(screen.getByRole('button', { name: 'My Booking' })).toBeVisible()
  })

  it('[HEAD-05] is 42 px high, with and without the rest of the header', () => {
    for (const path of ['/', '/booking/extras']) {
      const { unmount } = renderHeader(path)
      const button = screen.getByRole('button', { name: 'My Booking' })
      expect(button).toHaveClass('bar-link')
      expect(button.parentElement).toHaveClass('top-bar')
      unmount()
    }
  })

  it('[BRAND-18] [BRAND-19] shows the logo 40 high and 188 wide in the header', () => {
    renderHeader()
    const logo = screen.getByRole('img', { name: 'Meridian Times Holidays' })
    expect(logo).toHaveAttribute('height', '40')
    expect(logo).toHaveAttribute('width', '188')
    expect(logo).toHaveAttribute('src', expect.stringMatching(/^\/MT\/logo-dark\.svg\?v=\w+$/))
  })
})

describe('the main navigation', () => {
  it.each([
    ['light', 'dark', 'bg-surface'],
    ['dark', 'light', 'bg-ink'],
  ] as const)('in the style %s has the %s logo on its own background', (style, kind, ground) => {
    brand.header.style = style
    renderHeader()
    const logo = screen.getByRole('img', { name: 'Meridian Times Holidays' })
    expect(logo).toHaveAttribute('data-kind', kind)
    expect(logo.closest(`.${ground}`)).toContainElement(screen.getByRole('navigation'))
    brand.header.style = 'light'
  })

  it('[HEAD-06] shows the channels in its own order, whatever order init has them in', () => {
    const init = initData()
    const store = readyStore({ ...init, channels: init.channels.toReversed() })
    renderWithStore(<Header renderLookup={() => null} />, { store })
    const links = within(screen.getByRole('navigation')).getAllByRole('link')
    const codes = links.map((link) => link.getAttribute('href')?.split('/').at(-1))
    expect(codes.slice(0, -1)).toEqual([
      'ukcaravan',
      'eurocaravan',
      'uklodge',
      'hotels',
      'boats',
      'ukcottages',
    ])
  })

  it('[HEAD-07] [CHAN-04] [HEAD-09] shows the channels of init and hotels, each leading to its regions', () => {
    renderHeader()
    const links = within(screen.getByRole('navigation')).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['UK Holiday Parks', '/region/ukcaravan'],
      ['European Holiday Parks', '/region/eurocaravan'],
      ['UK Lodge Breaks', '/region/uklodge'],
      ['Hotels', '/hotels'],
      ['Boating Holidays', '/region/boats'],
      ['UK Cottages', '/region/ukcottages'],
      ['Offers', '/offers?utm_source=mt&utm_medium=promo'],
    ])
  })

  it('[HEAD-07] leaves out a channel that init does not return', () => {
    const titles = menuEntries([{ code: 'boats', name: 'Boating Holidays', key: 'BOA' }]).map(
      ({ title }) => title,
    )
    expect(titles).toEqual(['Hotels', 'Boating Holidays'])
  })

  it('[HEAD-07] leaves out hotels where the brand has no page about them', () => {
    expect(menuEntries([], [{ path: '/about-us', pageId: 9001 }])).toEqual([])
  })

  it('[HEAD-20] [ROUTE-29] shows each extra link only where its flag is on', () => {
    const { header, campaign } = brandOf('MT').configuration
    const all = {
      ...header,
      showOffersLink: false,
      showPromoLink: true,
      showFAQLink: true,
      showFerriesLink: true,
      showMoreLink: true,
      showCaravanSalesLink: true,
      caravanSalesUrl: 'https://sales.example',
    }
    const pairs = (of: typeof header) =>
      extraLinks(of, campaign).map(({ title, href }) => [title, href])
    expect(pairs(all)).toEqual([
      ['Promo Info', '/how-it-works'],
      ['FAQs', '/frequently-asked-questions'],
      ['Ferries', '/ferry-deals'],
      ['More Offers', '/offers'],
      ['Caravan Sales', 'https://sales.example'],
    ])
    for (const flag of [
      'showPromoLink',
      'showFAQLink',
      'showFerriesLink',
      'showMoreLink',
      'showCaravanSalesLink',
    ] as const) {
      expect(pairs({ ...all, [flag]: false })).toHaveLength(4)
    }
  })

  it('[HEAD-21] RP shows the promo, FAQ, ferries and more links', () => {
    const { header, campaign } = brandOf('RP').configuration
    expect(extraLinks(header, campaign).map(({ title }) => title)).toEqual([
      'Promo Info',
      'FAQs',
      'Ferries',
      'More Offers',
    ])
  })

  it('[CONF-03] [AFF-06] marks the offers link with the campaign’s referer, where there is one', () => {
    expect(campaignOffersLink('bf')).toBe('/offers?utm_source=bf&utm_medium=promo')
    expect(campaignOffersLink('')).toBe('/offers')
  })
})

describe('the menu on narrow screens', () => {
  beforeEach(() => resizeTo(991))

  async function openMenu() {
    const view = renderHeader()
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
    await screen.findByRole('button', { name: 'UK Holiday Parks' })
    return view
  }

  it('[HEAD-10] opens and closes a channel’s part by its title, without opening a page', async () => {
    const { router } = await openMenu()
    const title = screen.getByRole('button', { name: 'UK Lodge Breaks' })
    await userEvent.click(title)
    expect(title).toHaveAttribute('aria-expanded', 'true')
    await userEvent.click(title)
    expect(title).toHaveAttribute('aria-expanded', 'false')
    expect(router.state.location.pathname).toBe('/')
  })

  it('[ROUTE-29] has the extra links that the brand shows', async () => {
    const flag = brand.header.showFerriesLink
    brand.header.showFerriesLink = true
    onTestFinished(() => void (brand.header.showFerriesLink = flag))
    await openMenu()
    const expected = extraLinks(brand.header, brand.campaign)
    expect(expected.map(({ title }) => title)).toContain('Ferries')
    for (const { title, href } of expected)
      expect(screen.getByRole('link', { name: title })).toHaveAttribute('href', href)
  })

  it('[HEAD-11] links to all of a channel, and to the hotels page', async () => {
    const { router } = await openMenu()
    await userEvent.click(screen.getByRole('button', { name: 'Hotels' }))
    expect(screen.getByRole('link', { name: 'Browse all Hotels' })).toHaveAttribute(
      'href',
      '/hotels',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Boating Holidays' }))
    await userEvent.click(screen.getByRole('link', { name: 'Browse all Boating Holidays' }))
    expect(router.state.location.pathname).toBe('/region/boats')
    expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
  })

  it('[HEAD-17] closes on a press outside and on Escape', async () => {
    await openMenu()
    fireEvent.pointerDown(screen.getByRole('button', { name: 'UK Holiday Parks' }))
    expect(screen.getByRole('button', { name: 'UK Holiday Parks' })).toBeVisible()
    fireEvent.pointerDown(document.body)
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'UK Holiday Parks' })).toBeNull(),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'UK Holiday Parks' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus()
  })

  it('moves the focus to its button before My Booking opens, so that the dialog returns it there', async () => {
    await openMenu()
    const focused: (string | null | undefined)[] = []
    const shown = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(() => {
      focused.push(document.activeElement?.textContent)
    })
    const menu = screen.getByRole('navigation', { name: 'Main' })
    await userEvent.click(within(menu).getByRole('button', { name: 'My Booking' }))
    expect(focused).toEqual(['Menu'])
    shown.mockRestore()
  })

  it('[PAGE-25] is a row of links at 992 px', () => {
    act(() => resizeTo(992))
    renderHeader()
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull()
  })
})

describe('the My Booking button of a scrolled page', () => {
  const count = () => screen.queryAllByRole('button', { name: 'My Booking' }).length

  it('[HEAD-22] appears past 42 px and disappears when the page is scrolled back', () => {
    renderHeader()
    scrollTo(42)
    expect(count()).toBe(1)
    scrollTo(43)
    expect(count()).toBe(2)
    scrollTo(10)
    expect(count()).toBe(1)
  })

  it('[HEAD-23] is not there on booking pages nor on /my-booking', () => {
    renderHeader('/booking/details')
    scrollTo(500)
    expect(count()).toBe(1)
    renderHeader('/my-booking')
    scrollTo(501)
    expect(count()).toBe(1)
  })
})
