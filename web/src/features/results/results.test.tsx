import { act, fireEvent, screen, within, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordEvents } from '../../test/events'
import { renderAt, prices, setWidth } from '../../test/search-page'
import { found, resultRow, type Answer, type serve } from '../../test/search-store'
import { startAnalytics } from '../analytics'
import {
  ensureSearch,
  durationChosen,
  setResultsSort,
  toggleFilter,
  togglePets,
  updateMaxPrice,
} from '../search'
import { AllDatesPage } from './AllDatesPage'
import { AllRegionsPage } from './AllRegionsPage'
import { LOAD_ERROR } from './load-error'
import { affiliateLabel, parkPath } from '../park-card'
import { datesText } from './found-texts'
import { loadFiltersBeside } from './lazy-filters'
// Loaded in advance, because the pages load it lazily.
import './NoResults'
import { ResultsPage } from './ResultsPage'

const query =
  'channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs='
const card = {
  slug: 'gannet-sands',
  regionName: 'Cornwall',
  town: '',
  operatorName: '',
  images: [],
  bubbles: '4.7',
  reviewCount: 412,
  affiliateUrl: 'https://aff.example/x',
}
const cards: Answer = { data: { cards: { A: card, B: card, C: card } } }

function results(search: Answer, address = `/results?${query}`) {
  return renderAt(address, <ResultsPage />, {
    answers: { '/api/search': [search], '/api/parkcards': [cards] },
  })
}
const articles = () => screen.findAllByRole('article')

beforeEach(async () => {
  setWidth(1280)
  await loadFiltersBeside()
})

describe('the results page', () => {
  it('[RES-01] is titled with its region', async () => {
    results(found(resultRow('A')))
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Holidays in Cornwall' }),
    ).toBeVisible()
    await waitFor(() => expect(document.title).toContain('Holidays in Cornwall'))
  })

  it('[RES-02] [RES-03] says how many were found, and on which dates', async () => {
    results(found(resultRow('A'), resultRow('B', { exact: false, date: '27/11/2026' })))
    expect(await screen.findByText('2 Holidays found')).toBeVisible()
    expect(screen.getByText('1 on your date, 1 on alternative dates')).toBeVisible()
  })

  it('[RES-02] counts a single holiday as one', async () => {
    results(found(resultRow('A')))
    expect(await screen.findByText('1 Holiday found')).toBeVisible()
  })

  it('has the town of a park on its card, and the region where no town is known', async () => {
    renderAt(`/results?${query}`, <ResultsPage />, {
      answers: {
        '/api/search': [
          found(resultRow('A', { price: '1.00' }), resultRow('B', { price: '2.00' })),
        ],
        '/api/parkcards': [{ data: { cards: { A: { ...card, town: 'Looe' }, B: card } } }],
      },
    })
    const [first, second] = await articles()
    await screen.findByText('Looe')
    expect(first).toHaveTextContent('Looe')
    expect(first).not.toHaveTextContent('Cornwall')
    expect(second).toHaveTextContent('Cornwall')
  })

  it('[RES-04] flags favourites and recommended parks, never both', async () => {
    results(
      found(
        resultRow('A', { sticky: true, premium: true, price: '1.00' }),
        resultRow('B', { premium: true, price: '2.00' }),
        resultRow('C', { price: '3.00' }),
      ),
    )
    const [first, second, third] = await articles()
    expect(first).toHaveTextContent('Park Favourite')
    expect(first).not.toHaveTextContent('Recommended')
    expect(second).toHaveTextContent('Recommended')
    expect(third).not.toHaveTextContent(/Park Favourite|Recommended/)
  })

  it('[RES-05] [RES-06] [FMT-04] shows the deposit and the lowest price of a stay', async () => {
    results(found(resultRow('A', { price: '189.50', deposit: '49.00' })))
    const [only] = await articles()
    expect(only).toHaveTextContent('£49 deposit')
    expect(only).toHaveTextContent('From £189.50')
  })

  it('says what a stay cost before and what is saved, and when its date is not the requested one', async () => {
    results(
      found(
        resultRow('A', { price: '189.50', fullPrice: '249.50' }),
        resultRow('B', { price: '190.00', fullPrice: '190.00', exact: false }),
      ),
    )
    const [first, second] = await articles()
    expect(first).toHaveTextContent('SAVE £60 WAS £249.50')
    expect(first).not.toHaveTextContent('Other date')
    expect(second).toHaveTextContent('Other date')
    expect(second).not.toHaveTextContent(/SAVE|WAS/)
  })

  it('shows no deposit where there is none', async () => {
    results(found(resultRow('A', { deposit: '' })))
    const [only] = await articles()
    expect(only).not.toHaveTextContent('deposit')
  })

  it('[RES-07] links to the park and to its prices', async () => {
    results(found(resultRow('A')))
    const page = await screen.findByRole('link', { name: 'View Park A' })
    await waitFor(() =>
      expect(page.getAttribute('href')).toMatch(
        /^\/holidays\/A\/gannet-sands\?channel=ukcaravan&region=12/,
      ),
    )
    expect(
      screen.getByRole('link', { name: 'View All Prices of Park A' }).getAttribute('href'),
    ).toMatch(/^\/park-result\/A\/gannet-sands\?.*#prices$/)
  })

  it('[RES-09] [ANLY-21] asks before it opens another company’s site, and tells analytics of the park and of leaving for its operator', async () => {
    const sent = recordEvents()
    const { user } = results(found(resultRow('A', { affiliate: 'aff.haven' })))
    expect(await screen.findByText("Booked on Haven's website")).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'View All Prices of Park A' }))
    const modal = await screen.findByRole('dialog', { name: "Haven's website" })
    const link = await within(modal).findByRole('link', { name: /Continue to Haven's site/ })
    expect(link).toHaveAttribute('href', 'https://aff.example/x')
    expect(link).toHaveAttribute('rel', 'sponsored noopener')
    link.addEventListener('click', (event) => event.preventDefault())
    await user.click(link)
    expect(sent('show_external_park_modal', 'affiliate_park_click')).toEqual([
      { event: 'show_external_park_modal', park: 'Park A' },
      { event: 'affiliate_park_click', operator: 'Haven' },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('[RES-10] says when no result passes the filters, and can remove them', async () => {
    const { user, store } = results(found(resultRow('A', { features: [] })))
    await articles()
    act(() => void store.dispatch(toggleFilter(1)))
    expect(
      screen.getByText('No results. Please try adjusting your date, nights or location.'),
    ).toBeVisible()
    await user.click(screen.getAllByRole('button', { name: 'Reset filters' })[0] as HTMLElement)
    expect(await articles()).toHaveLength(1)
  })

  it('says how many results there are without each filter, and suggests no dates that may have none', async () => {
    const { user, store } = results(
      found(
        resultRow('A', { features: [1], dogs: 'N' }),
        resultRow('B', { features: [], dogs: 'Y' }),
        resultRow('C', { features: [], dogs: 'Y' }),
      ),
    )
    await articles()
    act(() => {
      store.dispatch(toggleFilter(1))
      store.dispatch(togglePets())
    })
    expect(
      await screen.findByText('3 holidays found, but none matches all of your filters.'),
    ).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Arrive/ })).toBeNull()
    const ways = screen.getAllByRole('button', { name: /^Without/ })
    expect(ways.map((way) => way.textContent)).toEqual([
      'Without Hot tub: 2 holidays',
      'Without Pet friendly: 1 holiday',
    ])
    expect(screen.getByRole('button', { name: /^Look in All of the UK/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /^See the whole season/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/results\/all-dates\?.*region=12/),
    )
    expect(screen.getByRole('link', { name: /^Ring us on/ })).toBeVisible()
    await user.click(ways[0] as HTMLElement)
    expect(await articles()).toHaveLength(2)
  })

  it('offers the available nights when those of the address are not available', async () => {
    results(found(), `/results?${query.replace('nights=3', 'nights=14')}`)
    expect(
      (await screen.findAllByText('14 nights unavailable. Try 3 or 4 nights.')).length,
    ).toBeGreaterThan(0)
    const none = screen.getByRole('heading', { name: /^No results/ }).closest('div') as HTMLElement
    expect(await within(none).findByRole('button', { name: '4 nights' })).toBeVisible()
  })

  it('lets the keyboard skip the filters', async () => {
    const { user } = results(found(resultRow('A')))
    await articles()
    await user.click(screen.getByRole('button', { name: 'Skip to the results' }))
    expect(screen.getByRole('region', { name: 'Holidays' })).toHaveFocus()
  })

  it('shows the placeholder for a park without pictures', async () => {
    results(found(resultRow('A')))
    expect(await screen.findByRole('img', { name: 'No picture of Park A yet' })).toHaveAttribute(
      'src',
      '/MT/placeholder.svg',
    )
  })

  it('[ERRC-09] shows the load error with Retry, which searches again', async () => {
    const { user, server } = results({ status: 500 })
    expect(
      await screen.findByText(
        'There was an error while loading the search results. Please try again.',
      ),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(server.to('/api/search')).toHaveLength(2))
  })

  it('[ERRC-09] shows the load error of a failed poll', async () => {
    results({ data: { searchId: 's_1', count: 3, wait: 1 } })
    expect(
      await screen.findByText(
        'There was an error while loading the search results. Please try again.',
        {},
        { timeout: 10_000 },
      ),
    ).toBeVisible()
  })

  it('shows the reason of a refused search, without Retry', async () => {
    results({
      status: 400,
      errors: [{ message: 'The party is too large.', code: 'INVALID_PARTY' }],
    })
    expect(await screen.findByText('The party is too large.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('[FILT-01] filters by feature and operator, with the number of results for each', async () => {
    const { user } = results(
      found(
        resultRow('A', { features: [1], opId: 'HAV', price: '100.00' }),
        resultRow('B', { features: [], opId: 'PRK', dogs: 'N', price: '300.00' }),
      ),
    )
    await articles()
    const hotTub = screen.getByRole('checkbox', { name: /^Hot tub/ })
    expect(hotTub.closest('label')).toHaveTextContent('1')
    await user.click(hotTub)
    expect(await articles()).toHaveLength(1)
    expect(screen.getByText('1 of 2')).toBeVisible()
    await user.click(hotTub)
    await user.click(screen.getByRole('checkbox', { name: /^Tern & Tide/ }))
    expect((await articles())[0]).toHaveTextContent('Park B')
  })

  it('lists filters by their number of results, keeps that order, and opens only the first group', async () => {
    const { user } = results(
      found(
        resultRow('A', { features: [1], opId: 'PRK' }),
        resultRow('B', { features: [0, 1], opId: 'PRK' }),
        resultRow('C', { features: [1], opId: 'HAV' }),
      ),
    )
    await articles()
    const operators = within(screen.getByRole('group', { name: 'Operator' }))
    const names = () =>
      operators.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
    const [first = ''] = names()
    expect(first).toMatch(/^Tern & Tide, 2/)
    await user.click(operators.getAllByRole('checkbox')[1] as HTMLElement)
    expect(names()[0]).toMatch(/^Tern & Tide/)
    const folded = [...document.querySelectorAll('aside details')]
    expect(folded.map((group) => (group as HTMLDetailsElement).open)).toEqual(
      folded.map((_, index) => index === 0),
    )
    expect(folded.length).toBeGreaterThan(1)
  })

  it('opens the first group of filters with an option that some result has', async () => {
    const opened = (within: Element) =>
      [...within.querySelectorAll('details[open] summary')].map(({ textContent }) => textContent)
    const rows = [resultRow('A', { features: [1] }), resultRow('B', { features: [] })]
    // Beside the results, where the panel is shown before there are results.
    const { unmount } = results(found(...rows))
    await articles()
    expect(opened(screen.getByRole('complementary'))).toEqual(['Accommodation'])
    unmount()
    setWidth(390)
    const { user } = results(found(...rows))
    await articles()
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    expect(opened(await screen.findByRole('dialog'))).toEqual(['Accommodation'])
  })

  it('[FILT-01] filters by pets and price, and sorts', async () => {
    const { user } = results(
      found(resultRow('A', { price: '100.00' }), resultRow('B', { dogs: 'N', price: '300.00' })),
    )
    await articles()
    await user.click(screen.getByRole('checkbox', { name: /^Pet friendly/ }))
    expect(await articles()).toHaveLength(1)
    await user.click(screen.getByRole('checkbox', { name: /^Hot tub/ }))
    await user.click(screen.getByRole('button', { name: 'Remove Pet friendly' }))
    expect(screen.getByRole('button', { name: 'Remove Hot tub' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Remove Hot tub' }))
    expect(screen.getByRole('region', { name: 'Holidays' })).toHaveFocus()
    expect(screen.getByRole('slider', { name: 'Highest price' })).toHaveValue('300')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Price (high to low)')
    expect((await articles())[0]).toHaveTextContent('Park B')
  })

  /** Results for a visitor who agreed to analytics; `sentEvents` returns what was sent since. */
  async function resultsWithAnalytics() {
    window.dataLayer = []
    startAnalytics('accepted')
    const { user } = results(
      found(
        resultRow('A', { features: [1], opId: 'HAV', price: '100.00' }),
        resultRow('B', { price: '300.00' }),
      ),
    )
    await articles()
    const sentEvents = () =>
      (window.dataLayer ?? []).filter(
        (entry) => !/^(view|search$)/.test(String((entry as { event?: string }).event)),
      )
    window.dataLayer = []
    return { user, sentEvents }
  }

  it('[ANLY-25] [ANLY-26] reports a price to analytics once, when its slider is released', async () => {
    const { sentEvents } = await resultsWithAnalytics()
    for (const name of ['Lowest price', 'Highest price']) {
      const thumb = screen.getByRole('slider', { name })
      for (const value of ['150', '160', '170']) fireEvent.change(thumb, { target: { value } })
      expect(sentEvents()).toHaveLength(name === 'Lowest price' ? 0 : 1)
      fireEvent.pointerUp(thumb)
    }
    expect(sentEvents()).toEqual([
      { event: 'parks_update_min_price' },
      { event: 'parks_update_max_price' },
    ])
  })

  it('[ANLY-22] [ANLY-23] [ANLY-24] reports filters, pets and sorts to analytics', async () => {
    const { user, sentEvents } = await resultsWithAnalytics()
    const hotTub = screen.getByRole('checkbox', { name: /^Hot tub/ })
    await user.click(hotTub)
    await user.click(hotTub)
    await user.click(screen.getByRole('checkbox', { name: /^Tern & Tide/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Tern & Tide/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Pet friendly/ }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Price (high to low)')
    expect(sentEvents()).toEqual([
      {
        event: 'search_results_filtering',
        filterBy: 'Accommodation',
        toggle: true,
        value: 'Hot tub',
      },
      {
        event: 'search_results_filtering',
        filterBy: 'Accommodation',
        toggle: false,
        value: 'Hot tub',
      },
      {
        event: 'search_results_filtering',
        filterBy: 'Operator',
        toggle: true,
        value: 'Tern & Tide',
      },
      {
        event: 'search_results_filtering',
        filterBy: 'Operator',
        toggle: false,
        value: 'Tern & Tide',
      },
      { event: 'toggle_pet_friendly' },
      { event: 'search_results_sorting', sortBy: 'priceDesc', page: 'results' },
    ])
  })

  it('[ANLY-23] [ANLY-24] [OP-FILT-8] reports what a chip and Clear all remove; Clear all clears offers and keeps the sort', async () => {
    const { user, sentEvents } = await resultsWithAnalytics()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Price (high to low)')
    const hotTub = screen.getByRole('checkbox', { name: /^Hot tub/ })
    const pets = screen.getByRole('checkbox', { name: /^Pet friendly/ })
    await user.click(hotTub)
    await user.click(pets)
    window.dataLayer = []
    await user.click(screen.getByRole('button', { name: 'Remove Hot tub' }))
    const removed = {
      event: 'search_results_filtering',
      filterBy: 'Accommodation',
      toggle: false,
      value: 'Hot tub',
    }
    expect(sentEvents()).toEqual([removed])
    await user.click(hotTub)
    window.dataLayer = []
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(sentEvents()).toEqual([{ event: 'toggle_pet_friendly' }, removed])
    expect(hotTub).not.toBeChecked()
    expect(pets).not.toBeChecked()
    expect(screen.getByRole('combobox', { name: 'Sort' })).toHaveValue('priceDesc')
  })

  it('[OP-FILT-3a] writes sort and price range into the address', async () => {
    const { store } = results(found(resultRow('A')))
    await articles()
    act(() => void store.dispatch(setResultsSort('priceDesc')))
    act(() => void store.dispatch(updateMaxPrice(300)))
    await waitFor(() =>
      expect(screen.getByTestId('address')).toHaveTextContent('sort=priceDesc&price=0-300'),
    )
  })

  it('[SRCH-46] [SRCH-55] writes features into the address', async () => {
    const { store } = results(found(resultRow('A', { features: [1] })))
    await articles()
    act(() => void store.dispatch(toggleFilter(1)))
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('features=1'))
  })

  it('[SRCH-68] searches again when the form changes, and updates the address', async () => {
    const { store, server } = results(found(resultRow('A')))
    await articles()
    act(() => void store.dispatch(durationChosen(4)))
    await waitFor(() => expect(server.to('/api/search')).toHaveLength(2))
    expect(server.to('/api/search')[1]).toMatchObject({ nights: '4' })
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('nights=4'))
  })
})

describe('the page of all regions', () => {
  const address =
    '/results/all-regions?channel=ukcaravan&region=all-regions&date=24%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs='
  const renderResults = () =>
    renderAt(address, <AllRegionsPage />, {
      answers: { '/api/search': [found(resultRow('A'))], '/api/parkcards': [cards] },
    })

  it('[RES-17] [CAL-07] [RES-01] lists the regions with their cheapest price, without a search', async () => {
    const { server } = renderResults()
    const links = await screen.findAllByRole('link', { name: /Devon|Cornwall/ })
    expect(links.map((link) => link.textContent)).toEqual([
      expect.stringContaining('£100'),
      expect.stringContaining('£130'),
    ])
    expect(links[0]).toHaveTextContent('Cheapest')
    expect(links[0]?.getAttribute('href')).toMatch(/^\/results\?channel=ukcaravan&region=13/)
    expect(screen.getByRole('heading', { level: 1, name: 'Holidays in the UK' })).toBeVisible()
    expect(server.to('/api/search')).toHaveLength(0)
  })

  it('[RES-17] [CAL-06] offers other dates with their prices, and a link to the prices of every week', async () => {
    const { user, store } = renderResults()
    expect(screen.getByRole('link', { name: 'See the prices of every week' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/results\/all-dates\?.*region=all-regions/),
    )
    await user.click(await screen.findByRole('button', { name: /Fri 27th Nov\s*£120/ }))
    expect(store.getState().search.arrivalDate).toBe('2026-11-27T00:00:00.000Z')
  })

  it('shows whole weeks of other dates, so that a cut week does not look as if it had one day', async () => {
    const price = (pounds: number) => ({ '3': { N: { '6': pounds } } })
    const week = { '21/12/2026': price(398), '27/12/2026': price(349) }
    const minprices = {
      ...prices.minprices,
      'all-regions': { ...prices.minprices['all-regions'], ...week },
    }
    renderAt(address, <AllRegionsPage />, {
      answers: { '/api/cachedavailability': [{ data: { ...prices, minprices } }] },
    })
    expect(
      await screen.findByRole('button', { name: /Sun 27th Dec\s*£349\s*Cheapest that week/ }),
    ).toBeVisible()
    expect(screen.getByRole('button', { name: /Mon 21st Dec\s*£398$/ })).toBeVisible()
  })

  it('[RES-19] says that no stay starts on the date, and shows the nearest date with prices', async () => {
    const { store } = renderAt(
      address.replace('24%2F11%2F2026', '25%2F11%2F2026'),
      <AllRegionsPage />,
    )
    expect(
      await screen.findByText(
        'No holidays start on Wed 25th Nov. Here are prices from Tue 24th Nov.',
      ),
    ).toBeVisible()
    const links = await screen.findAllByRole('link', { name: /Devon|Cornwall/ })
    for (const link of links) expect(link.getAttribute('href')).toContain('date=24%2F11%2F2026')
    expect(screen.getByRole('button', { name: /Tue 24th Nov/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    expect(store.getState().search.arrivalDate).toBe('2026-11-25T00:00:00.000Z')
    expect(screen.getByTestId('address')).toHaveTextContent('date=25%2F11%2F2026')
  })

  it('[RES-19] [CAL-07] shows the prices of a date far from the requested one', async () => {
    renderAt(address.replace('24%2F11%2F2026', '01%2F12%2F2027'), <AllRegionsPage />)
    expect(await screen.findByText(/Here are prices from Tue 1st Dec\./)).toBeVisible()
  })

  it('offers other nights where no date has a price, and also all holidays', async () => {
    renderAt(address.replace('nights=3', 'nights=7'), <AllRegionsPage />)
    expect(
      await screen.findByRole('heading', { name: 'We have no prices for 7 nights, 2 guests' }),
    ).toBeVisible()
    expect(screen.getByRole('button', { name: '3 nights' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Show all holidays in the UK' })).toBeVisible()
  })

  it('says only once that the prices did not load, and Retry loads what is missing', async () => {
    let down = true
    const { user, server } = renderAt(address, <AllRegionsPage />, {
      answers: {
        '/api/cachedavailability': () => (down ? { status: 503 } : { data: prices }),
      },
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(LOAD_ERROR)
    expect(screen.queryByText(/[Nn]o prices/)).toBeNull()
    expect(screen.queryByRole('heading', { name: /^Regions/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Show all holidays in the UK' })).toBeVisible()
    down = false
    const before = server.to('/api/cachedavailability').length
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findAllByRole('link', { name: /Devon|Cornwall/ })).toHaveLength(2)
    expect(await screen.findByRole('button', { name: /Fri 27th Nov\s*£120/ })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(server.to('/api/cachedavailability').slice(before)).toHaveLength(2)
  })

  it('keeps showing the regions when only the dates did not load', async () => {
    renderAt(address, <AllRegionsPage />, {
      answers: {
        '/api/cachedavailability': (request) =>
          request.has('region') ? { status: 503 } : { data: prices },
      },
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(LOAD_ERROR)
    expect(await screen.findAllByRole('link', { name: /Devon|Cornwall/ })).toHaveLength(2)
  })

  it('[RES-17] shows all holidays in the UK on request', async () => {
    const { user, server } = renderResults()
    await user.click(await screen.findByRole('button', { name: 'Show all holidays in the UK' }))
    expect(await articles()).toHaveLength(1)
    expect(server.to('/api/search')[0]).toMatchObject({ region: 'all-regions' })
  })
})

describe('the page of all dates', () => {
  const renderResults = (address: string, answers: Parameters<typeof serve>[0] = {}) =>
    renderAt(`/results/all-dates?${address}`, <AllDatesPage />, {
      path: '/results/all-dates',
      answers,
    })

  it('[CAL-06] [RES-18] lists the weeks with their cheapest day, and a day opens its results', async () => {
    const { user } = renderResults(query)
    const week = await screen.findByRole('group', { name: 'Week of 23rd November' })
    const flagged = await within(week).findAllByRole('button', { name: /cheapest in the week/ })
    expect(flagged).toHaveLength(1)
    const all = within(week).getAllByRole('button', { name: /from £/ })
    const priceOf = (day: HTMLElement) =>
      Number(/from £(\d+)/.exec(day.getAttribute('aria-label') ?? day.textContent ?? '')?.[1])
    expect(all.length).toBeGreaterThan(1)
    expect(priceOf(flagged[0] as HTMLElement)).toBe(Math.min(...all.map(priceOf)))
    await user.click(
      await within(week).findByRole('button', { name: /Tuesday 24th November 2026, from £130/ }),
    )
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/results\?.*date=24%2F11%2F2026/)
  })

  it('says that the prices did not load, and Retry loads them', async () => {
    const { user } = renderResults(query, {
      '/api/cachedavailability': [{ status: 503 }, { status: 503 }, { data: prices }],
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(LOAD_ERROR)
    expect(screen.queryByText(/^No results/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('group', { name: 'Week of 23rd November' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  describe('for a channel without cached prices', () => {
    const boats = query.replace('ukcaravan&region=12', 'boats&region=80')
    const none = { data: { minprices: {}, minparkprices: {}, latedeals: [], months: [] } }
    const renderBoats = () =>
      renderResults(boats, {
        '/api/cachedavailability': [none],
        '/api/search': [found(resultRow('A', { channel: 'boats' }))],
        '/api/parkcards': [cards],
      })

    it('[RES-18] searches fourteen days either side of the date', async () => {
      const { server } = renderBoats()
      expect(await articles()).toHaveLength(1)
      expect(server.to('/api/search')).toHaveLength(1)
      expect(server.to('/api/search')[0]).toMatchObject({ date: '24/11/2026', flex: '14' })
      expect(screen.getByText('Sun 22nd Nov to Tue 8th Dec')).toBeVisible()
    })

    it('[RES-18] offers the next and the previous month, none before the first', async () => {
      const { user, server } = renderBoats()
      await articles()
      const back = screen.getByRole('button', { name: 'Previous month' })
      expect(back).toHaveAttribute('aria-disabled', 'true')
      await user.click(back)
      await user.click(screen.getByRole('button', { name: 'Next month' }))
      await waitFor(() => expect(server.to('/api/search')).toHaveLength(2))
      expect(server.to('/api/search')[1]).toMatchObject({ date: '24/12/2026', flex: '14' })
      expect(screen.getByTestId('address')).toHaveTextContent(
        /^\/results\/all-dates\?channel=boats&.*date=24%2F12%2F2026/,
      )
      expect(screen.getByText('Thu 10th Dec to Thu 7th Jan 2027')).toBeVisible()
      await user.click(screen.getByRole('button', { name: 'Previous month' }))
      await waitFor(() => expect(server.to('/api/search')).toHaveLength(3))
      expect(server.to('/api/search')[2]).toMatchObject({ date: '24/11/2026' })
    })

    it('does not replace the search of the results page, which uses fewer days', async () => {
      const { store, server } = renderBoats()
      await articles()
      await act(() => store.dispatch(ensureSearch()))
      expect(server.to('/api/search')).toHaveLength(2)
      expect(server.to('/api/search')[1]).not.toHaveProperty('flex')
    })
  })
})

it('the text below the title distinguishes exact and alternative dates', () => {
  expect(datesText(62, 24)).toBe('62 on your date, 24 on alternative dates')
  expect(datesText(5, 0)).toBe('5 on your date')
  expect(datesText(0, 9)).toBe('No holidays on your date, showing 9 on alternative dates')
})

it('boats have other paths than parks', () => {
  const boat = { parkId: 'B1', name: 'Heron Class', channel: 'boats' }
  expect(parkPath(boat, 'a=1')).toBe('/boating-holidays/B1/heron-class?a=1')
  expect(parkPath(boat, '', 'prices')).toBe('/boat-result/B1/heron-class#prices')
})

it.each([
  ['aff.hoseasons', "Hoseasons's"],
  ['aff.haven', "Haven's"],
  ['www.hoseasons.co.uk', "Hoseasons's"],
  ['aff.aWAY resorts', "AWAY resorts's"],
  ['haven', 'External'],
  ['aff.', 'External'],
  ['', 'External'],
])('[AFF-07] the label of the affiliate %s is %s', (code, label) => {
  expect(affiliateLabel(code)).toBe(label)
})
