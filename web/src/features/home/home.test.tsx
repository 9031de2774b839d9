import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Block, LateDeal } from '../../api'
import { brand } from '../../brands'
import { initData } from '../../test/catalogue'
import { renderWithStore, readyStore } from '../../test/render'
import { resizeTo } from '../../test/screen'
import { ok, serve } from '../../test/server'
import { availabilityCall } from '../catalogue'
import { HomeBlock, loadBlocks } from './Blocks'
import { Countdown } from './Countdown'
import { HomePage } from './HomePage'
import { dealUrl, parkImageUrl } from './deals'
import { isVideo, themeClasses } from './fields'
import { advanceTime } from '../../test/time'
import { accept } from '../../test/accept'

function renderHome(blocks: Block[], latedeals: LateDeal[] = []) {
  const store = readyStore(initData({ homepageLayout: blocks }))
  store.dispatch(
    accept(
      availabilityCall,
      { channel: 'ukcaravan', region: 'all-regions', nights: 3 },
      { minprices: {}, minparkprices: {}, months: [], latedeals, nightsOptions: {} },
    ),
  )
  return renderWithStore(<HomePage searchBox={<div data-testid="box">Search box</div>} />, {
    store,
  })
}

/** Whether one element comes before another in the page. */
function isBefore(one: HTMLElement, other: HTMLElement): boolean {
  return one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING
}

const hero: Block = {
  type: 'HeroText',
  data: {
    heading: 'Wake up somewhere good',
    subheading: 'The price is for the whole stay.',
    hero_image: '/images/hero/coast.svg',
    large_hero_image: '/images/hero/coast-large.svg',
    mobile_hero_image: { url: '/images/hero/coast-small.svg', alt: 'A bay' },
    booking_mode: 'Y',
  },
}

const columns = (own: object = {}): Block => ({
  type: 'HomeColumns',
  data: {
    heading: 'Places people go back to',
    columns: [
      {
        image: '/i/1.svg',
        overlay_text: 'From £164',
        title: 'Cornwall',
        text: '412 parks',
        url: '/region/ukcaravan',
      },
      { image: '/i/2.svg', title: 'Elsewhere', text: '', url: 'https://elsewhere.example' },
    ],
    ...own,
  },
})

const deal = (date: string, nights: number, price = 149.01, park = 'hv101'): LateDeal => ({
  name: 'Gannet Sands',
  date,
  nights,
  price,
  park,
})

beforeEach(() => resizeTo(1280))
afterEach(() => vi.useRealTimers())

describe('the home page', () => {
  it('[HOME-01] renders the blocks in their order, and nothing for an unknown kind', () => {
    renderHome([
      hero,
      { type: 'Mystery', data: { heading: 'Hidden' } },
      { type: 'toString', data: {} },
      { type: 'Banner', data: { content: '<p>Dogs stay free</p>' } },
      columns(),
    ])
    const [heading, banner, places] = [
      screen.getByRole('heading', { level: 1 }),
      screen.getByText('Dogs stay free'),
      screen.getByRole('heading', { name: 'Places people go back to' }),
    ]
    expect(isBefore(heading, banner)).toBe(true)
    expect(isBefore(banner, places)).toBe(true)
    expect(screen.queryByText('Hidden')).toBeNull()
    const unknown = <HomeBlock block={{ type: 'Mystery', data: {} }} />
    expect(renderWithStore(unknown).container).toBeEmptyDOMElement()
  })

  it('[ROUTE-01] has the specified title, the search form and a heading', () => {
    renderHome([hero])
    expect(document.title).toBe('Caravan Holidays | Cheap Holiday Park Breaks')
    expect(screen.getByTestId('box')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Wake up somewhere good')
  })

  it('has one search box at every width', () => {
    renderHome([hero, columns(), { type: 'Banner', data: { content: 'Dogs stay free' } }])
    expect(screen.getAllByTestId('box')).toHaveLength(1)
  })
})

describe('reviews of the customer-review service', () => {
  const siteReviews = {
    rating: '4.6',
    count: 1284,
    reviews: [
      { body: 'Booked in ten minutes.', name: 'Hannah W' },
      { body: 'A clear answer at once.', name: '' },
    ],
  }
  beforeEach(() => {
    brand.global.showSiteReviews = true
    return () => {
      brand.global.showSiteReviews = false
    }
  })

  it('[HOME-25] are shown as their text with their author’s name', async () => {
    serve({ '/api/sitereviews': ok(siteReviews) })
    renderHome([hero])
    const section = within(await screen.findByRole('region', { name: 'What our customers say' }))
    expect(section.getAllByRole('blockquote').map((one) => one.textContent)).toEqual([
      'Booked in ten minutes.Hannah W',
      'A clear answer at once.Anonymous',
    ])
  })

  it('are left out when they cannot be loaded, and not asked for without the setting', async () => {
    const requests = serve({ '/api/sitereviews': 'no answer' })
    const { container, unmount } = renderHome([hero])
    await waitFor(() => expect(container.querySelector('.section')?.textContent).toBe(''))
    expect(requests).toHaveLength(1)
    expect(screen.queryByRole('heading', { name: 'What our customers say' })).toBeNull()
    unmount()
    brand.global.showSiteReviews = false
    renderHome([hero])
    expect(document.querySelector('.section')).toBeNull()
    expect(requests).toHaveLength(1)
  })
})

/** Makes videos play at once in a test, as far as their events are concerned. */
function stubPlay() {
  return vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    this.dispatchEvent(new Event('play'))
    return Promise.resolve()
  })
}

describe('HeroText', () => {
  it('[HOME-02] shows heading and subheading over a picture for each width', () => {
    const { container } = renderHome([hero])
    expect(screen.getByText('The price is for the whole stay.')).toBeVisible()
    const sources = [...container.querySelectorAll('source')].map((source) => [
      source.media,
      source.srcset,
    ])
    expect(sources).toEqual([
      ['(min-width: 1200px)', '/images/hero/coast-large.svg'],
      ['(max-width: 991px)', '/images/hero/coast-small.svg'],
    ])
    expect(container.querySelector('picture img')).toHaveAttribute('src', '/images/hero/coast.svg')
  })

  it('[HOME-02] shows the heading’s picture in place of its text, with the text as its words', () => {
    renderHome([{ type: 'HeroText', data: { heading: 'Wake up', heading_image: '/i/words.svg' } }])
    expect(screen.getByRole('img', { name: 'Wake up' })).toHaveAttribute('src', '/i/words.svg')
  })

  it('[HOME-03] plays an mp4 as a muted, looping video that can be stopped', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    const play = stubPlay()
    const { container } = renderHome([
      { type: 'HeroText', data: { heading: 'Wake up', hero_image: '/v/bay.MP4?x=1' } },
    ])
    expect(await screen.findByRole('button', { name: 'Pause video' })).toBeVisible()
    const video = container.querySelector('video')
    expect(play).toHaveBeenCalledOnce()
    expect(video).toHaveAttribute('loop')
    expect(video?.muted).toBe(true)
    expect(isVideo('/v/bay.mp4')).toBe(true)
    expect(isVideo('/v/bay.mp4.svg')).toBe(false)
  })

  const film: Block = {
    type: 'HeroText',
    data: {
      hero_image: '/films/bay.mp4',
      large_hero_image: '/films/bay.mp4',
      mobile_hero_image: '/images/hero/coast-small.svg',
      hero_poster: '/images/hero/coast.svg',
      large_hero_poster: '/images/hero/coast-large.svg',
    },
  }

  it('shows the poster beneath a film, and a picture alone on a phone', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    stubPlay()
    const { container } = renderHome([film])
    await screen.findByRole('button', { name: 'Pause video' })
    const picture = container.querySelector('picture')
    expect(picture?.querySelector('img')).toHaveAttribute('src', '/images/hero/coast.svg')
    expect([...(picture?.querySelectorAll('source') ?? [])].map(({ srcset }) => srcset)).toEqual([
      '/images/hero/coast-large.svg',
      '/images/hero/coast-small.svg',
    ])
    expect(picture?.querySelector('img')).toHaveAttribute('fetchpriority', 'high')
    resizeTo(390)
    await waitFor(() => expect(container.querySelector('video')).toBeNull())
  })

  it('renders the poster alone on the server', () => {
    const html = renderToString(
      <Provider store={readyStore(initData({ homepageLayout: [film] }))}>
        <HomeBlock block={film} />
      </Provider>,
    )
    expect(html).toContain('/images/hero/coast.svg')
    expect(html).not.toContain('<video')
  })

  it.each([
    ['prefers reduced motion', (query: string) => query.includes('reduced-motion'), {}],
    ['prefers reduced data', (query: string) => query.includes('reduced-data'), {}],
    ['saves data', () => false, { saveData: true }],
    ['has a slow connection', () => false, { effectiveType: '3g' }],
  ])('does not start a film by itself if the visitor %s', async (_, matches, connection) => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: matches(query) }))
    Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
    const play = stubPlay()
    const { container } = renderHome([film])
    const start = await screen.findByRole('button', { name: 'Play video' })
    expect(container.querySelector('video')).toHaveAttribute('preload', 'none')
    expect(play).not.toHaveBeenCalled()
    await userEvent.click(start)
    expect(play).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Pause video' })).toBeVisible()
  })

  it('a film that is stopped before the page has loaded stays stopped', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
    onTestFinished(() => readyState.mockRestore())
    const play = stubPlay()
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (
      this: HTMLMediaElement,
    ) {
      this.dispatchEvent(new Event('pause'))
    })
    renderHome([film])
    await userEvent.click(await screen.findByRole('button', { name: 'Play video' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Pause video' }))
    await act(async () => {
      window.dispatchEvent(new Event('load'))
      await Promise.resolve()
    })
    expect(play).toHaveBeenCalledOnce()
    // A press plays it again, here and in the tests that follow.
    await userEvent.click(screen.getByRole('button', { name: 'Play video' }))
    expect(play).toHaveBeenCalledTimes(2)
  })

  it('a film that cannot be loaded leaves the poster, without a button', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    stubPlay()
    const { container } = renderHome([film])
    await screen.findByRole('button', { name: 'Pause video' })
    fireEvent.error(container.querySelector('video') as HTMLVideoElement)
    expect(screen.queryByRole('button', { name: /video/ })).toBeNull()
    expect(container.querySelector('picture img')).toBeVisible()
  })

  it('[HOME-04] scrolls to the search box by Search now, on mobile only', async () => {
    resizeTo(991)
    const view = renderHome([hero, { type: 'Accordion', data: {} }])
    const box = screen.getByTestId('box')
    box.id = 'search-box'
    box.scrollIntoView = vi.fn<() => void>()
    await userEvent.click(screen.getByRole('link', { name: 'Search now' }))
    expect(box.scrollIntoView).toHaveBeenCalledOnce()
    view.unmount()
    resizeTo(992)
    renderHome([hero])
    expect(screen.queryByRole('link', { name: 'Search now' })).toBeNull()
  })
})

describe('Banner', () => {
  it('[HOME-06] [HOME-07] shows its copy, or says that there is none', () => {
    renderHome([
      {
        type: 'Banner',
        data: { fluid: true, bg: 'sunk', text: 'dark', content: '<b>Sale</b> on' },
      },
      { type: 'Banner', data: { bg: 'dark', text: 'white', content: 'Dogs stay free' } },
      { type: 'Banner', data: {} },
    ])
    const wide = screen.getByText('Sale').closest('.bg-sunk')
    expect(wide).toHaveClass('text-ink')
    expect(wide?.closest('.page-width, .rounded-card')).toBeNull()
    const narrow = screen.getByText('Dogs stay free').closest('.rounded-card')
    expect(narrow).toHaveClass('bg-ink', 'text-surface')
    expect(narrow?.parentElement).toHaveClass('page-width')
    expect(screen.getByText('Banner is active but no copy has been defined.')).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('[HOME-08] navigates to internal addresses, and opens others in a new tab', async () => {
    const { router } = renderHome([
      { type: 'Banner', data: { content: 'Inside', url: '/offers' } },
      { type: 'Banner', data: { content: 'Outside', url: 'https://elsewhere.example' } },
      { type: 'Banner', data: { content: 'Sideways', url: '//elsewhere.example' } },
    ])
    expect(screen.getByRole('link', { name: /Outside/ })).toHaveAttribute('target', '_blank')
    expect(screen.getByRole('link', { name: /Sideways/ })).toHaveAttribute('target', '_blank')
    await userEvent.click(screen.getByRole('link', { name: 'Inside' }))
    expect(router.state.location.pathname).toBe('/offers')
  })

  it('falls back to readable colours', () => {
    const defaults = { ground: 'dark', text: 'lighter' }
    expect(themeClasses('dark', 'lighter', defaults)).toBe('bg-ink on-ink text-ground')
    expect(themeClasses('mauve', 'puce', defaults)).toBe('bg-ink on-ink text-ground')
    expect(themeClasses('white', 'lighter', defaults)).toBe('bg-surface text-ink')
    expect(themeClasses('dark', 'dark', defaults)).toBe('bg-ink on-ink text-ground')
  })
})

describe('Countdown', () => {
  const start = Date.UTC(2026, 10, 21, 12)
  const countdown = (own: object = {}): Block => ({
    type: 'Countdown',
    data: {
      status: true,
      datetime: start / 1000 + 2 * 86_400 + 14 * 3600 + 37 * 60 + 8,
      title: 'Sale ends soon',
      text: 'Up to £150 off',
      linktext: 'See the offers',
      url: '/offers',
      ...own,
    },
  })
  const boxes = () =>
    within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map((item) => item.textContent)

  beforeAll(() => loadBlocks([countdown()]))
  beforeEach(() => vi.useFakeTimers({ now: start }))

  it('[HOME-10] shows its fields, dark with light text unless it says otherwise', () => {
    const box = () => screen.getByRole('heading', { name: 'Sale ends soon' }).closest('section')
    const own = renderHome([countdown({ background_colour: 'sunk', text_colour: 'dark' })])
    expect(box()).toHaveClass('bg-sunk', 'text-ink')
    own.unmount()
    const white = renderHome([countdown({ text_colour: 'white', linktext: '' })])
    expect(box()).toHaveClass('bg-ink', 'text-surface')
    expect(screen.queryByRole('link')).toBeNull()
    white.unmount()
    renderHome([countdown()])
    expect(screen.getByText('Up to £150 off')).toBeVisible()
    expect(screen.getByRole('link', { name: 'See the offers' })).toHaveAttribute('href', '/offers')
    expect(box()).toHaveClass('bg-ink', 'text-ground')
  })

  it('[HOME-11] shows days, hours, minutes and seconds, and ticks each second', () => {
    renderHome([countdown()])
    expect(boxes()).toEqual(['2Days', '14Hours', '37Minutes', '08Seconds'])
    advanceTime(1000)
    expect(boxes()[3]).toBe('07Seconds')
    advanceTime(8000)
    expect(boxes().slice(2)).toEqual(['36Minutes', '59Seconds'])
  })

  /** Hydrates a countdown of a day and 90 seconds that the server rendered some time ago. */
  function hydrateAfter(milliseconds: number) {
    const failed = vi.fn<(error: unknown) => void>()
    const data = { status: true, datetime: start / 1000 + 86_490, title: 'Sale ends soon' }
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(<Countdown data={data} />)
    expect(boxes()).toEqual(['1Days', '00Hours', '01Minutes', '30Seconds'])
    vi.setSystemTime(start + milliseconds)
    render(<Countdown data={data} />, { container, hydrate: true, onRecoverableError: failed })
    expect(failed).not.toHaveBeenCalled()
  }

  it('shows the time of now in a page that the server rendered hours ago', () => {
    hydrateAfter(2 * 3_600_000 + 45_000)
    expect(screen.getByText('Sale ends soon')).toBeVisible()
    expect(boxes()).toEqual(['0Days', '22Hours', '00Minutes', '45Seconds'])
    advanceTime(1000)
    expect(boxes()).toEqual(['0Days', '22Hours', '00Minutes', '44Seconds'])
  })

  it('disappears from a page that was rendered before its time and is opened after it', () => {
    hydrateAfter(2 * 86_400_000)
    expect(screen.queryByText('Sale ends soon')).toBeNull()
  })

  it('[HOME-12] is hidden by its status, once the time has passed, and on the tick that reaches it', () => {
    for (const status of [false, 0, '0', 'N', '', undefined]) {
      const { unmount } = renderHome([countdown({ status })])
      expect(screen.queryByText('Sale ends soon')).toBeNull()
      unmount()
    }
    renderHome([countdown({ datetime: start / 1000 })]).unmount()
    expect(screen.queryByText('Sale ends soon')).toBeNull()
    renderHome([countdown({ datetime: start / 1000 + 2 })])
    advanceTime(1000)
    expect(screen.getByText('Sale ends soon')).toBeVisible()
    advanceTime(1000)
    expect(screen.queryByText('Sale ends soon')).toBeNull()
  })
})

describe('HomeColumns', () => {
  it('[HOME-13] [HOME-14] shows each item with picture, title, text and address', async () => {
    const { router } = renderHome([
      columns(),
      columns({ heading: 'Ideas', background_colour: 'sunk', columns: [] }),
    ])
    expect(screen.getByRole('heading', { name: 'Places people go back to' })).toBeVisible()
    // One region has the name of the block.
    const block = (name: string) =>
      screen.getByRole('region', { name }).closest('[class*="section"]')
    expect(block('Ideas')).toHaveClass('bg-sunk')
    const cornwall = screen.getByRole('link', { name: /Cornwall/ })
    // Its price comes after its name, for who listens to it.
    expect(cornwall).toHaveTextContent(/Cornwall.*From £164/)
    expect(cornwall).toHaveTextContent('412 parks')
    expect(cornwall.querySelector('img')).toHaveAttribute('src', '/i/1.svg')
    const elsewhere = screen.getByRole('link', { name: /Elsewhere/ })
    expect(elsewhere).toHaveAttribute('target', '_blank')
    expect(elsewhere).not.toHaveTextContent('From')
    expect(elsewhere.querySelector('.card-picture')?.children).toHaveLength(1)
    expect(block('Places people go back to')).toHaveClass('bg-surface')
    await userEvent.click(cornwall)
    expect(router.state.location.pathname).toBe('/region/ukcaravan')
  })

  it('names the row of each block by its heading, so that two are told apart', () => {
    const { container } = renderHome([columns(), columns({ heading: 'Holidays by type' })])
    const rows = [...container.querySelectorAll('[aria-roledescription="carousel"]')]
    expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual([
      'Places people go back to',
      'Holidays by type',
    ])
  })

  it.each([
    [undefined, 'sm-2 md-3 lg-4'],
    ['regions', 'sm-2 md-3 lg-3'],
  ])('[HOME-15] [HOME-16] has 1, 2, 3 or 4 in view by width; variant %s', (variant, inView) => {
    renderHome([columns({ variant })])
    expect(screen.getByRole('list')).toHaveAttribute('data-per', inView)
  })
})

describe('Our Last Minute Deals', () => {
  const title = { name: 'Our Last Minute Deals' }

  it('[HOME-17] follows a block whose heading has the brand’s phrase, and no other', async () => {
    const deals = [deal('24/11/2026', 3)]
    renderHome([columns()], deals).unmount()
    renderHome([columns({ heading: 'The best last MINUTE breaks' }), columns()], deals)
    const after = await screen.findByRole('heading', title)
    expect(
      isBefore(screen.getByRole('heading', { name: 'The best last MINUTE breaks' }), after),
    ).toBe(true)
    expect(isBefore(after, screen.getByRole('heading', { name: 'Places people go back to' }))).toBe(
      true,
    )
    expect(screen.getAllByRole('heading', title)).toHaveLength(1)
    cleanup()
    const { dealsPhrase } = brand.home
    brand.home.dealsPhrase = 'Bargains'
    onTestFinished(() => void (brand.home.dealsPhrase = dealsPhrase))
    renderHome([columns({ heading: 'The best last minute breaks' })], deals).unmount()
    expect(screen.queryByRole('heading', title)).toBeNull()
    renderHome([columns({ heading: 'Our bargains' })], deals)
    expect(await screen.findByRole('heading', title)).toBeVisible()
  })

  it('[HOME-18] groups by 3, 4 and 7 nights, three future dates each, soonest first', async () => {
    renderHome(
      [columns({ heading: 'Last Minute' })],
      [
        deal('30/11/2026', 7),
        deal('25/11/2026', 3),
        deal('21/11/2026', 3),
        deal('20/11/2026', 3),
        deal('22/11/2026', 3),
        deal('24/11/2026', 3),
        deal('23/11/2026', 3),
        deal('24/11/2026', 5),
        deal('26/11/2026', 4),
        deal('nonsense', 3),
      ],
    )
    const section = within(await screen.findByRole('region', title))
    const groups = section.getAllByRole('heading', { level: 3 }).map((heading) => [
      heading.textContent,
      ...within(heading.parentElement as HTMLElement)
        .getAllByRole('link', { name: /2026/ })
        .map((link) => link.textContent),
    ])
    expect(groups).toEqual([
      ['3 nights', ...[22, 23, 24].map((day) => `${day} Nov 2026, 3 nights`)],
      ['4 nights', '26 Nov 2026, 4 nights'],
      ['7 nights', '30 Nov 2026, 7 nights'],
    ])
  })

  /** The card of the only deal. */
  async function dealCard(): Promise<HTMLElement> {
    renderHome([columns({ heading: 'Last Minute' })], [deal('05/12/2026', 4)])
    const date = await screen.findByRole('link', { name: /5 Dec 2026/ })
    return date.closest('li') as HTMLElement
  }

  it('[HOME-19] [HOME-20] [HOME-21] shows date, nights, price rounded up and a picture, and leads to its date', async () => {
    const card = await dealCard()
    expect(card).toHaveTextContent('5 Dec 2026, 4 nights')
    expect(card).toHaveTextContent('From £150')
    expect(card.querySelector('img')).toHaveAttribute('src', '/images/parks/H/hv101/1.svg')
    const href = within(card).getByRole('link', { name: /5 Dec/ }).getAttribute('href') ?? ''
    expect(decodeURIComponent(href)).toBe(
      '/results/all-regions?channel=ukcaravan&region=all-regions&date=05/12/2026&nights=4',
    )
    expect(dealUrl({ date: '2026-12-05', nights: 4 })).toBe(href)
    expect(parkImageUrl('ab1', '/images', 'svg')).toBe('/images/parks/A/ab1/1.svg')
  })

  it('names its park and opens the prices of its stay', async () => {
    const park = within(await dealCard()).getByRole('link', { name: 'Gannet Sands' })
    const url = new URL(park.getAttribute('href') ?? '', 'https://www.meridian.example')
    expect(url.pathname + url.hash).toBe('/park-result/hv101/gannet-sands#prices')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      channel: 'ukcaravan',
      date: '05/12/2026',
      nights: '4',
      adults: '2',
      children: '0',
    })
  })

  it('shows a neutral picture where a park’s is missing', async () => {
    const picture = (await dealCard()).querySelector('img')
    fireEvent.error(picture as HTMLElement)
    expect(picture).toHaveAttribute('src', '/MT/placeholder.svg')
  })

  it('is not there without deals', async () => {
    renderHome([columns({ heading: 'Last Minute' })], [deal('05/12/2026', 5)])
    await import('./LastMinuteDeals')
    expect(screen.queryByRole('heading', title)).toBeNull()
  })
})

describe('Accordion and Gallery', () => {
  it('[HOME-22] shows the items, the first one open', () => {
    renderHome([
      {
        type: 'Accordion',
        data: {
          items: [
            { title: 'Dogs?', content: '<p>Yes.</p>' },
            { title: 'Cats?', content: '<p>No.</p>' },
          ],
        },
      },
    ])
    expect(screen.getByText('Yes.')).toBeVisible()
    expect(screen.getByText('No.')).not.toBeVisible()
  })

  it('[HOME-23] shows one picture in view, three from 960 px, and loops', () => {
    renderHome([
      {
        type: 'Gallery',
        data: { images: [{ url: '/i/1.svg', alt: 'A pool' }, { url: '/i/2.svg' }] },
      },
    ])
    expect(screen.getByRole('img', { name: 'A pool' })).toBeVisible()
    const list = screen.getByRole('list')
    expect(list).toHaveAttribute('data-per', 'wide-3')
    // The first of two pictures is in view: the one before it is the last.
    for (const [name, value] of Object.entries({ scrollWidth: 600, clientWidth: 300 }))
      Object.defineProperty(list, name, { value })
    fireEvent.scroll(list)
    const scrolled = vi.fn<(to: ScrollToOptions) => void>()
    list.scrollTo = scrolled as unknown as typeof list.scrollTo
    fireEvent.click(screen.getByRole('button', { name: 'Previous: Gallery' }))
    expect(scrolled.mock.lastCall?.[0].left).toBe(600)
  })
})
