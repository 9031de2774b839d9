import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectAccessible } from '../../test/axe'
import { renderWithStore, readyStore } from '../../test/render'
import { resizeTo } from '../../test/screen'
import { initData } from '../../test/search-store'
import { serve, type Answers } from '../../test/server'
import { Header } from '.'

const file = '/json-files/mega-menu-MT.json'
const menu = {
  ukcaravan: {
    title: 'UK Holiday Parks',
    isChannel: true,
    image: '/images/regions/12.svg',
    columns: [
      {
        title: 'By region',
        links: [
          { text: 'Cornwall', url: '/holidays/ukcaravan/12/cornwall' },
          { text: 'Nowhere', url: '/holidays/ukcaravan/99/nowhere-13' },
        ],
      },
      {
        title: 'More ideas',
        links: [
          { text: 'Breaks', url: '/a/13/breaks' },
          { text: 'Partner', url: 'https://partner.example/x' },
        ],
      },
    ],
  },
  uklodge: {
    title: 'UK Lodge Breaks',
    isChannel: true,
    image: '',
    columns: [
      { title: 'By region', links: [{ text: 'Wales', url: '/holidays/uklodge/40/wales' }] },
    ],
  },
  hotels: { title: 'Hotels', isChannel: false, image: '', columns: [] },
}

function renderHeader(answers: Answers = { [file]: { body: menu } }) {
  const requests = serve(answers)
  const store = readyStore(initData)
  const view = renderWithStore(<Header renderLookup={() => null} />, { store })
  return { ...view, store, requests }
}

const link = (name: string) => screen.getByRole('link', { name })
const toggle = (name: string) => screen.getByRole('button', { name: `${name} menu` })
const section = (name: string) => screen.queryByRole('region', { name })
const item = (name: string) => link(name).closest('li') as HTMLElement
const search = (store: ReturnType<typeof renderHeader>['store']) => store.getState().search

/** Moves the pointer over the navigation, which loads the menus. */
async function loadMenus() {
  fireEvent.pointerOver(screen.getByRole('navigation', { name: 'Main' }))
  await act(async () => {
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
  })
}

async function wait(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

beforeEach(() => resizeTo(1280))

describe('a channel’s menu, used with the pointer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('[HEAD-08] opens after the pointer has rested for 500 ms, and at once when another menu is open', async () => {
    renderHeader()
    await loadMenus()
    fireEvent.pointerEnter(item('UK Holiday Parks'))
    await wait(499)
    expect(section('By region')).toBeNull()
    await wait(1)
    expect(within(section('By region') as HTMLElement).getByText('Cornwall')).toBeVisible()
    fireEvent.pointerLeave(item('UK Holiday Parks'))
    fireEvent.pointerEnter(item('UK Lodge Breaks'))
    expect(within(section('By region') as HTMLElement).getByText('Wales')).toBeVisible()
    expect(screen.queryByText('Cornwall')).toBeNull()
  })

  it('does not open for a pointer that only passes, and closes 300 ms after it has left', async () => {
    renderHeader()
    await loadMenus()
    fireEvent.pointerEnter(item('UK Holiday Parks'))
    await wait(400)
    fireEvent.pointerLeave(item('UK Holiday Parks'))
    await wait(5000)
    expect(section('By region')).toBeNull()
    fireEvent.pointerEnter(item('UK Holiday Parks'))
    await wait(500)
    fireEvent.pointerLeave(item('UK Holiday Parks'))
    await wait(299)
    expect(section('By region')).not.toBeNull()
    // The pointer returns in time, so the menu stays open.
    fireEvent.pointerEnter(item('UK Holiday Parks'))
    await wait(1000)
    expect(section('By region')).not.toBeNull()
    fireEvent.pointerLeave(item('UK Holiday Parks'))
    await wait(300)
    expect(section('By region')).toBeNull()
  })

  it('is loaded once, when the pointer is first over the navigation', async () => {
    const { requests } = renderHeader()
    await wait(5000)
    expect(requests).toEqual([])
    await loadMenus()
    await loadMenus()
    expect(requests.map(({ path }) => path)).toEqual([file])
  })
})

describe('the links of a channel’s menu', () => {
  async function open() {
    const view = renderHeader()
    fireEvent.pointerOver(screen.getByRole('navigation', { name: 'Main' }))
    await waitFor(() => expect(view.requests).toHaveLength(1))
    await userEvent.click(toggle('UK Holiday Parks'))
    await screen.findByRole('region', { name: 'By region' })
    return view
  }

  it('[HEAD-12] [HEAD-18] are in sections with headings, from the brand’s menu file', async () => {
    const { container, requests } = await open()
    expect(requests.map(({ path }) => path)).toEqual([file])
    const shown = screen.getAllByRole('heading', { level: 2 }).map((heading) => [
      heading.textContent,
      ...within(heading.parentElement as HTMLElement)
        .getAllByRole('link')
        .map((one) => `${one.textContent} ${one.getAttribute('href')}`),
    ])
    expect(shown).toEqual([
      [
        'By region',
        'Cornwall /holidays/ukcaravan/12/cornwall',
        'Nowhere /holidays/ukcaravan/99/nowhere-13',
      ],
      [
        'More ideas',
        'Breaks /a/13/breaks',
        'Partner (opens in a new tab) https://partner.example/x',
      ],
    ])
    expect(container.querySelector('img[src="/images/regions/12.svg"]')).toHaveAttribute('alt', '')
    await expectAccessible(container)
  })

  it('[HEAD-13] opens an external link in a new tab, without changing the search', async () => {
    const { store } = await open()
    store.dispatch({
      type: 'SEARCH/FORM/SELECT_CHANNEL',
      payload: { channelId: 'boats', regionId: '80' },
    })
    const before = search(store)
    const partner = screen.getByRole('link', { name: /Partner/ })
    expect(partner).toHaveAttribute('target', '_blank')
    expect(partner).toHaveAttribute('rel', 'noopener noreferrer')
    partner.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(partner)
    expect(search(store)).toBe(before)
  })

  it('[HEAD-14] [HEAD-15] [HEAD-16] set channel and region, open the page, and close the menu', async () => {
    const { store, router } = await open()
    store.dispatch({
      type: 'SEARCH/FORM/SELECT_CHANNEL',
      payload: { channelId: 'boats', regionId: '80' },
    })
    await userEvent.click(link('Cornwall'))
    expect(search(store)).toMatchObject({ channelId: 'ukcaravan', regionId: '12' })
    expect(router.state.location.pathname).toBe('/holidays/ukcaravan/12/cornwall')
    expect(section('By region')).toBeNull()
    // Also where it leads to the page that is shown.
    await userEvent.click(toggle('UK Holiday Parks'))
    await userEvent.click(link('Cornwall'))
    expect(section('By region')).toBeNull()
  })

  it('[HEAD-15] keep the region on /a/, and where the first number is no region', async () => {
    const { store } = await open()
    store.dispatch({ type: 'SEARCH/FORM/SELECT_REGION', payload: '12' })
    await userEvent.click(link('Breaks'))
    expect(search(store)).toMatchObject({ channelId: 'ukcaravan', regionId: '12' })
    await userEvent.click(toggle('UK Holiday Parks'))
    await userEvent.click(link('Nowhere'))
    expect(search(store)).toMatchObject({ channelId: 'ukcaravan', regionId: '12' })
  })
})

describe('a channel’s menu, used with the keyboard', () => {
  it('opens and closes with the button, returns the focus on Escape, and closes when the focus leaves it', async () => {
    const user = userEvent.setup()
    const { requests } = renderHeader()
    link('UK Holiday Parks').focus()
    await waitFor(() => expect(requests).toHaveLength(1))
    await user.tab()
    expect(toggle('UK Holiday Parks')).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(toggle('UK Holiday Parks')).toHaveAttribute('aria-expanded', 'true')
    await user.tab()
    expect(link('Cornwall')).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(toggle('UK Holiday Parks')).toHaveFocus()
    expect(toggle('UK Holiday Parks')).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard(' ')
    for (let step = 0; step < 6; step++) await user.tab()
    expect(link('European Holiday Parks')).toHaveFocus()
    expect(section('By region')).toBeNull()
  })

  it('[HEAD-17] closes on a press outside', async () => {
    const { requests } = renderHeader()
    link('UK Holiday Parks').focus()
    await waitFor(() => expect(requests).toHaveLength(1))
    await userEvent.click(toggle('UK Holiday Parks'))
    expect(section('By region')).not.toBeNull()
    await userEvent.click(document.body)
    expect(section('By region')).toBeNull()
  })
})

it('[HEAD-19] a failed request is only logged: the titles stay links, and the next pointer or focus tries again', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  const { requests, router, container } = renderHeader({ [file]: 'no answer' })
  fireEvent.pointerOver(screen.getByRole('navigation', { name: 'Main' }))
  await waitFor(() => expect(logged).toHaveBeenCalledWith('the menu could not be loaded', 0))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(container).not.toHaveTextContent(/error/i)
  fireEvent.pointerOver(screen.getByRole('navigation', { name: 'Main' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  await userEvent.click(link('UK Holiday Parks'))
  expect(router.state.location.pathname).toBe('/region/ukcaravan')
})

it('a menu that arrives after the visitor has left the page changes nothing', async () => {
  let answer: (value: { body: unknown }) => void = () => {}
  const { requests, unmount } = renderHeader({
    [file]: () => new Promise((resolve) => (answer = resolve)),
  })
  fireEvent.pointerOver(screen.getByRole('navigation', { name: 'Main' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  unmount()
  await act(async () => answer({ body: menu }))
  expect(document.body).toHaveTextContent('')
})

it('[HEAD-12] the phone’s menu has the same sections', async () => {
  resizeTo(390)
  const { router, store } = renderHeader()
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await userEvent.click(await screen.findByRole('button', { name: 'UK Holiday Parks' }))
  expect(await screen.findByRole('region', { name: 'By region' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'More ideas' })).toBeVisible()
  await userEvent.click(link('Cornwall'))
  expect(router.state.location.pathname).toBe('/holidays/ukcaravan/12/cornwall')
  expect(search(store).regionId).toBe('12')
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
})
