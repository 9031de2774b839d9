import { act, screen, within, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { brand } from '../../brands'
import { renderWithStore } from '../../test/render'
import { renderAt, prices, setWidth } from '../../test/search-page'
import { details, parkResults, unit, unitType } from '../../test/parks'
import type { Answer } from '../../test/search-store'
import { rejectAnalytics, startAnalytics } from '../analytics'
import { dateChosen, setBedrooms } from '../search'
import { ParkPage } from './ParkPage'
import { UnitRow } from './UnitRow'

const query =
  'channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs='
function park(
  more: {
    details?: object
    offers?: object
    reviews?: object
    book?: Answer
    extraData?: Answer
    siteReviews?: Answer
    prices?: (query: URLSearchParams) => Answer
  } = {},
  date = '24%2F11%2F2026',
) {
  return renderAt(
    `/holidays/HV101/gannet-sands?${query.replace('24%2F11%2F2026', date)}`,
    <ParkPage />,
    {
      path: '/holidays/:parkId/:slug',
      answers: {
        '/api/parkdetails': [{ data: { park: { ...details, ...more.details } } }],
        '/api/parkresults': [{ data: { ...parkResults, ...more.offers } }],
        '/api/tripadvisor': [{ data: more.reviews ?? { reviews: [], bubbles: '' } }],
        ...(more.prices && { '/api/cachedavailability': more.prices }),
        ...(more.siteReviews && { '/api/sitereviews': [more.siteReviews] }),
        '/api/book': [more.book ?? { status: 500 }],
        '/content/json/accom-types/new/HV101.json': [more.extraData ?? { status: 404 }],
      },
    },
  )
}
const row = async (name: string) =>
  (await screen.findByRole('heading', { level: 3, name })).closest('li') as HTMLElement

beforeEach(() => {
  setWidth(1280)
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})

describe('the park page', () => {
  it('names its own path as canonical, whatever name and query the address has', async () => {
    renderAt(`/holidays/HV101/another-name?${query}`, <ParkPage />, {
      path: '/holidays/:parkId/:slug',
      answers: {
        '/api/parkdetails': [{ data: { park: details } }],
        '/api/parkresults': [{ data: parkResults }],
      },
    })
    await screen.findByText('Above a mile of sand.')
    await waitFor(() => {
      const canonical = document.head.querySelectorAll('link[rel="canonical"]')
      expect([...canonical].map((link) => link.getAttribute('href'))).toEqual([
        `${brand.global.siteBaseUrl}/holidays/HV101/gannet-sands`,
      ])
    })
  })

  it('reports another order of the units to analytics', async () => {
    window.dataLayer = []
    startAnalytics('accepted')
    const { user } = park()
    await row('Skerry')
    const sentEvents = () =>
      (window.dataLayer ?? []).filter((entry) =>
        /^(dates_slider|search_results_sorting)/.test(String((entry as { event?: string }).event)),
      )
    const sort = screen.getByRole('combobox', { name: 'Sort' })
    await user.selectOptions(sort, 'priceDesc')
    expect(sentEvents()).toEqual([
      { event: 'search_results_sorting', sortBy: 'priceDesc', page: 'park' },
    ])
  })

  it('says when prices in other regions cannot be loaded, and loads them on Retry', async () => {
    let failing = true
    const { user } = park({
      prices: (query) => (failing && query.has('date') ? { status: 500 } : { data: prices }),
    })
    await screen.findByText('The prices in other regions could not be loaded. Please try again.')
    expect(screen.queryByText(/in other regions$/)).toBeNull()
    failing = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    const regions = await screen.findByText('Prices from Tue 24th Nov in other regions')
    expect(
      within(regions.closest('details') as HTMLElement).getByRole('link', {
        hidden: true,
        name: /Devon/,
      }),
    ).toHaveTextContent('From £100')
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  it('says when no region has a price from the day, instead of leaving the place empty', async () => {
    park({ prices: () => ({ data: { ...prices, minprices: {} } }) })
    expect(
      await screen.findByText('No prices from Tue 24th Nov in other regions.'),
    ).toBeInTheDocument()
    expect(screen.queryByText('Prices from Tue 24th Nov in other regions')).toBeNull()
  })

  it('[PARK-01] [PARK-02] shows info and important info', async () => {
    park()
    expect(await screen.findByText('Above a mile of sand.')).toBeVisible()
    expect(screen.getByText('Check in from 4pm.')).toBeVisible()
  })

  it.each([
    ['true', true],
    ['false', false],
    ['TRUE', false],
    ['1', false],
  ])(
    "[CHAN-16] says that groups are welcome only where the operator's party is 'true', not %s",
    async (party, isShown) => {
      park({ details: { party } })
      await screen.findByText('Above a mile of sand.')
      expect(screen.queryAllByText('Group bookings welcome')).toHaveLength(isShown ? 1 : 0)
    },
  )

  it('[ERRP-06] [ERRC-10] says the general text when the park does not load, and Retry loads it', async () => {
    const { user } = renderAt(`/holidays/HV101/gannet-sands?${query}`, <ParkPage />, {
      path: '/holidays/:parkId/:slug',
      answers: {
        '/api/parkdetails': [{ status: 500 }, { data: { park: details } }],
        '/api/parkresults': [{ data: parkResults }],
        '/api/tripadvisor': [{ data: { reviews: [], bubbles: '' } }],
      },
    })
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent(/^There was an error while loading\. Please try again\./)
    await user.click(within(failed).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Above a mile of sand.')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[SRCH-01] has the search box, even after the park is loaded', async () => {
    park()
    expect(await screen.findByText('Above a mile of sand.')).toBeVisible()
    expect(await screen.findByRole('search', { name: 'Find a holiday' })).toBeInTheDocument()
  })

  it('[ROUTE-18] names the park by its slug until it is loaded', () => {
    park()
    expect(screen.getByRole('heading', { level: 1, name: 'Gannet Sands' })).toBeVisible()
  })

  it('[PARK-03] [ANLY-09] shows a picture of its position, which opens the map', async () => {
    rejectAnalytics() // Ends what earlier tests have started.
    startAnalytics('accepted')
    window.dataLayer = []
    const { user } = park()
    const picture = await screen.findByRole('img', { name: /^Map of the land round Gannet Sands/ })
    expect(picture).toHaveAttribute('src', '/images/maps/HV101.svg')
    await user.click(screen.getByRole('button', { name: /Open the map/ }))
    expect(screen.getByRole('dialog', { name: 'Where Gannet Sands is' })).toBeVisible()
    expect(await screen.findByRole('region', { name: 'Map of Gannet Sands' })).toBeVisible()
    expect(
      (window.dataLayer as { event?: string }[]).filter(
        ({ event }) => event === 'switched_to_park_map_view',
      ),
    ).toEqual([{ event: 'switched_to_park_map_view', parkName: 'Gannet Sands', parkId: 'HV101' }])
  })

  it.each([
    ['', ''],
    ['0', '0'],
    ['north', '-5'],
  ])('has no map when the position is lat %j, lon %j', async (lat, lon) => {
    park({ details: { lat, lon } })
    await screen.findByRole('region', { name: 'Where it is' })
    expect(screen.queryByRole('button', { name: /Open the map/ })).toBeNull()
  })

  it('[PARK-04] [PARK-06] shows reviews, those without a name as Anonymous', async () => {
    park({
      reviews: {
        reviews: [
          {
            name: '',
            title: '',
            body: 'Lovely otherwise.',
            rating: 4,
            date: '05/07/2026',
            url: '',
          },
        ],
        bubbles: '4.7',
      },
    })
    expect(await screen.findByText('Lovely otherwise.')).toBeVisible()
    expect(screen.getByText(/^Anonymous/)).toBeVisible()
  })

  it('links from the score to the reviews, even before they are rendered', async () => {
    class NothingInView {
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', NothingInView)
    const { container } = park({ reviews: { reviews: [], bubbles: '4.7' } })
    const score = await screen.findByRole('link', { name: /^Rated/ })
    expect(container.querySelector(score.getAttribute('href') ?? '')).toBeVisible()
    vi.unstubAllGlobals()
  })

  it('[PARK-07] says when there are no reviews', async () => {
    park()
    expect(
      await screen.findByText('There are currently no customer reviews for this park.'),
    ).toBeVisible()
  })

  it('[PARK-21] links to the travel guide of its region', async () => {
    park()
    expect(
      await screen.findByRole('link', { name: 'Click here to view our Cornwall Travel Guide' }),
    ).toHaveAttribute('href', '/travel-guide/cornwall/12')
  })

  it('links to the prices of every week in its region', async () => {
    park()
    expect(await screen.findByRole('link', { name: 'See every week in Cornwall' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/results\/all-dates\?.*region=12/),
    )
  })

  it('[PARK-05] [PARK-12] lists the units of the date, cheapest first, then other dates', async () => {
    park()
    expect(
      await screen.findByRole('heading', { name: '2 places to stay from Tue 24th Nov' }),
    ).toBeVisible()
    const names = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(names.slice(0, 2)).toEqual(['Skerry', 'Fulmar'])
    expect(screen.getByRole('heading', { name: 'Alternative arrival dates' })).toBeVisible()
  })

  it('[PARK-08] [PARK-09] [PARK-10] labels stock and savings from data alone', async () => {
    park()
    const skerry = await row('Skerry')
    for (const text of ['ONLY 2 LEFT', 'SAVE £90', 'WAS £439', 'Full Price', 'Discounted Price'])
      expect(skerry).toHaveTextContent(text)
    const fulmar = await row('Fulmar')
    expect(fulmar).not.toHaveTextContent(/LEFT|SAVE|WAS|Full Price/)
  })

  it('lists a fact once when a field and a feature both contain it', () => {
    const features = new Map([
      [0, 'Disabled Access'],
      [1, 'Decking'],
    ])
    const both = {
      ...unitType('G3', 'Fulmar', 3, true),
      ...unit('u2', '428.00', 'G3'),
      features: [0, 1],
      arrivalDate: '24/11/2026',
      nights: 3,
    }
    renderWithStore(
      <UnitRow
        unit={both}
        guests={2}
        image={undefined}
        features={features}
        busy={false}
        failure={undefined}
        affiliate={undefined}
        promo={undefined}
        onView={() => {}}
        onBook={() => {}}
      />,
    )
    expect(screen.getAllByText('Disabled Access')).toHaveLength(1)
    expect(screen.getByText('Decking')).toBeVisible()
  })

  it('shows pictures of the rooms, the floor plan and the beds in the details of a unit', async () => {
    const image = (name: string) => ({
      src: `/images/units/G2/${name}.svg`,
      w: 900,
      h: 600,
      alt: `Skerry: ${name}`,
    })
    const { user } = park({
      offers: {
        unitTypes: [
          {
            ...unitType('G2', 'Skerry', 1),
            images: [image('inside'), image('plan')],
            beds: ['Bedroom: double bed', 'Lounge: sofa bed'],
          },
        ],
        results: { '24/11/2026': { '3': [unit('u1', '349.00', 'G2')] } },
      },
    })
    const skerry = within(await row('Skerry'))
    await user.click(skerry.getByText('Pictures and details'))
    expect(skerry.getByRole('img', { name: 'Skerry: inside' })).toHaveAttribute('loading', 'lazy')
    expect(skerry.getByRole('img', { name: 'Skerry: plan' })).toHaveAttribute('width', '900')
    expect(skerry.getByText('Bedroom: double bed')).toBeVisible()
    expect(skerry.getByText('Lounge: sofa bed')).toBeVisible()
  })

  it('shows the picture of the configured host for a type without its own', async () => {
    brand.api.imagesBase = 'https://pictures.example'
    park()
    expect((await row('Skerry')).querySelector('img')).toHaveAttribute(
      'src',
      'https://pictures.example/units/G2.svg',
    )
    brand.api.imagesBase = '/images'
  })

  it('[PARK-11] names Disabled Access', async () => {
    park()
    expect(await row('Fulmar')).toHaveTextContent('Disabled Access')
    expect(await row('Skerry')).not.toHaveTextContent('Disabled Access')
  })

  it('[PARK-13] flags the earliest of the cheapest alternative dates', async () => {
    park()
    const list = (
      await screen.findByRole('heading', { name: 'Alternative arrival dates' })
    ).closest('section') as HTMLElement
    const items = within(list).getAllByRole('listitem')
    expect(items.map((item) => item.textContent?.includes('Cheapest'))).toEqual([true, false])
  })

  it('shows the units of the date that the visitor picks', async () => {
    const { user, store } = park()
    const list = (
      await screen.findByRole('heading', { name: 'Alternative arrival dates' })
    ).closest('section') as HTMLElement
    await user.click(within(list).getByRole('button', { name: /Fri 27th Nov/ }))
    expect(
      await screen.findByRole('heading', { name: '1 place to stay from Fri 27th Nov' }),
    ).toBeVisible()
    expect(store.getState().pageSelections.park).toMatchObject({
      parkId: 'HV101',
      selectedDate: { date: '27/11/2026', lowestPrice: '318.00' },
    })
  })

  it('[PARK-16] [PARK-19] shows exactly one message when the date has no units', async () => {
    const { store } = park()
    await row('Skerry')
    act(() => void store.dispatch(dateChosen('2026-11-25')))
    const text =
      'There are no results available for your chosen date. Please choose an alternative date from the list above.'
    const message = screen.getByText(text)
    expect(message).toBeVisible()
    expect(screen.queryByText(/No results/)).toBeNull()
    // A list of dates is above it, the next ones follow, and there is nothing to sort.
    const { DOCUMENT_POSITION_FOLLOWING: follows } = Node
    const strip = screen.getByLabelText('Arrival dates')
    expect(strip.compareDocumentPosition(message)).toBe(follows)
    const others = screen.getByRole('heading', { name: 'Alternative arrival dates' })
    expect(message.compareDocumentPosition(others)).toBe(follows)
    expect(screen.queryByRole('combobox', { name: 'Sort' })).toBeNull()
  })

  it.each([
    ['dates besides the selected one', ['24/11/2026', '27/11/2026'], true],
    ['one date that is not the selected one', ['27/11/2026'], true],
    ['the selected date alone', ['24/11/2026'], false],
    ['no dates', [], false],
  ])(
    '[PARK-14] lists alternative dates only when there are others: %s',
    async (_, dates, isListed) => {
      const results = Object.fromEntries(
        dates.map((date, index) => [date, { '3': [unit(`u${index}`, '318.00', 'G2')] }]),
      )
      park({ offers: { results } })
      await screen.findByText(
        /places? to stay from|There are no results available|No results found/,
      )
      expect(screen.queryAllByRole('heading', { name: 'Alternative arrival dates' })).toHaveLength(
        isListed ? 1 : 0,
      )
    },
  )

  it('[PARK-20] points to the search where no date has units and no filter is active', async () => {
    park({ offers: { results: {} } })
    expect(
      await screen.findByText('No results found. Please try adjusting your search above.'),
    ).toBeVisible()
  })

  it('[PARK-17] [PARK-18] mentions the filters when no unit passes them', async () => {
    const { store } = park()
    await row('Skerry')
    act(() => void store.dispatch(setBedrooms(3)))
    act(() => void store.dispatch(dateChosen('2026-11-27')))
    expect(
      screen.getByText(
        'There are no results available for your chosen date. Please choose an alternative date from the list above or amend your filters.',
      ),
    ).toBeVisible()
    act(() => void store.dispatch(setBedrooms(9)))
    expect(
      screen.getByText('No results available - please amend your filters, date or duration.'),
    ).toBeVisible()
  })

  it('[PARK-08] shows no number left where there is no figure', async () => {
    park({
      offers: {
        results: { '24/11/2026': { '3': [unit('u1', '349.00', 'G2', { unitsLeft: undefined })] } },
      },
    })
    expect(await row('Skerry')).not.toHaveTextContent('LEFT')
  })

  it('[FILT-03] has three orders of its units: by price up, price down and name', async () => {
    const { user } = park()
    await row('Skerry')
    const sort = screen.getByRole('combobox', { name: 'Sort' })
    const orders = within(sort).getAllByRole('option')
    expect(orders.map((order) => order.textContent)).toEqual([
      'Price (low to high)',
      'Price (high to low)',
      'Name (A to Z)',
    ])
    const names = () =>
      screen
        .getAllByRole('heading', { level: 3 })
        .map((heading) => heading.textContent)
        .filter((name) => name === 'Skerry' || name === 'Fulmar')
    expect(names()).toEqual(['Skerry', 'Fulmar'])
    await user.selectOptions(sort, 'Price (high to low)')
    expect(names()).toEqual(['Fulmar', 'Skerry'])
    await user.selectOptions(sort, 'Price (low to high)')
    expect(names()).toEqual(['Skerry', 'Fulmar'])
    await user.selectOptions(sort, 'Name (A to Z)')
    expect(names()).toEqual(['Fulmar', 'Skerry'])
  })

  it('[FILT-02] filters its units', async () => {
    const { store } = park()
    await row('Skerry')
    act(() => void store.dispatch(setBedrooms(3)))
    expect(screen.queryByRole('heading', { level: 3, name: 'Skerry' })).toBeNull()
    expect(screen.getByRole('heading', { name: '1 place to stay from Tue 24th Nov' })).toBeVisible()
  })

  it('[PARK-27] [PARK-31] holds offers without unit types, which are keyed by code', async () => {
    const { store } = park()
    await row('Skerry')
    const { parkResults, unitTypes } = store.getState().data
    expect(parkResults['HV101']).toMatchObject({ timeLoaded: expect.any(Number) })
    expect(parkResults['HV101']).not.toHaveProperty('unitTypes')
    expect(unitTypes['G3']).toMatchObject({ name: 'Fulmar' })
  })
})

describe('reviews of the customer-review service', () => {
  const texts = ['Cheap &amp; <b>good</b>.\nSecond line.', 'Two.', 'Three.', 'Four.']
  const siteReviews = {
    data: {
      rating: '4.6',
      count: 1284,
      reviews: texts.map((body, index) => ({ body, name: index === 1 ? '' : `Guest ${index}` })),
    },
  }
  const heading = { name: 'What our customers say' }

  beforeEach(() => {
    brand.parks.showSiteReviewRating = true
    return () => {
      brand.parks.showSiteReviewRating = false
    }
  })

  it('[PARK-35] are on the page of the current park when no new booking is in progress', async () => {
    const { store, server } = park()
    expect(await row('Skerry')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Gannet Sands' })).toBeVisible()
    expect(store.getState().pageSelections.park.parkId).toBe('HV101')
    expect(server.to('/api/parkdetails')).toEqual([{ parkId: 'HV101' }])
  })

  it('[BRAND-05] a park has details, important info, its position, reviews of both services, and units with prices, discounts, what is left and other dates', async () => {
    const review = { name: 'Sam', title: 'Lovely', body: 'Warm.', rating: 5, date: '05/07/2026' }
    park({ siteReviews, reviews: { reviews: [review], bubbles: '4.5' } })
    expect(await screen.findByText('Above a mile of sand.')).toBeVisible()
    expect(screen.getByText('Important info.')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Where it is' })).toHaveTextContent('Gannet Sands')
    expect(screen.getByRole('button', { name: /map/i })).toBeVisible()
    expect(await screen.findByText('Warm.')).toBeVisible()
    expect(await screen.findByRole('region', heading)).toHaveTextContent('Rated 4.6 out of 5')
    const unit = await row('Skerry')
    for (const text of ['£349', 'WAS £439', 'SAVE £90', 'ONLY 2 LEFT'])
      expect(unit).toHaveTextContent(text)
    expect(screen.getByRole('heading', { name: 'Alternative arrival dates' })).toBeVisible()
    expect(screen.getAllByRole('button', { name: /Fri 27th Nov/ })[0]).toBeVisible()
  })

  it('[PARK-37] are shown with the rating, at most three and unedited', async () => {
    park({ siteReviews })
    const section = within(await screen.findByRole('region', heading))
    expect(section.getByText('Rated 4.6 out of 5 by 1,284 customers')).toBeVisible()
    const quoted = section.getAllByRole('blockquote')
    expect(quoted.map((one) => one.textContent)).toEqual([
      `${texts[0]}Guest 0`,
      'Two.Anonymous',
      'Three.Guest 2',
    ])
  })

  it.each([
    ['fails', { status: 502 }],
    ['has no reviews', { data: { rating: '', count: 0, reviews: [] } }],
  ])('[PARK-37] are left out when the service %s', async (_, answer) => {
    const { server } = park({ siteReviews: answer as Answer })
    expect(await row('Skerry')).toBeVisible()
    await waitFor(() => expect(server.to('/api/sitereviews')).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('heading', heading)).toBeNull())
    expect(screen.queryByText(/of 5/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[PARK-37] are left out when the brand does not show them', async () => {
    brand.parks.showSiteReviewRating = false
    const { server } = park({ siteReviews })
    expect(await row('Skerry')).toBeVisible()
    expect(await screen.findByText(/no customer reviews/)).toBeVisible()
    expect(screen.queryByRole('heading', heading)).toBeNull()
    expect(server.to('/api/sitereviews')).toEqual([])
  })
})

describe('pictures of the content host', () => {
  const file = '/content/json/accom-types/new/HV101.json'

  it.each([404, 500])(
    '[API-43] hide no unit and show no error when they are missing: %i',
    async (status) => {
      const { server } = park({ extraData: { status } })
      const image = () => screen.getAllByRole('heading', { level: 3 })[0]?.closest('li')
      expect(await row('Skerry')).toBeVisible()
      expect(await row('Fulmar')).toBeVisible()
      await waitFor(() => expect(server.to(file)).toHaveLength(1))
      expect(image()?.querySelector('img')?.getAttribute('src')).toMatch(/^\/images\/units\//)
      expect(screen.queryByRole('alert')).toBeNull()
      expect(screen.queryByText(/error/i)).toBeNull()
    },
  )
})

describe('the Book button', () => {
  const press = async (user: ReturnType<typeof park>['user']) =>
    user.click(within(await row('Skerry')).getByRole('button', { name: /^Book/ }))

  it('[PARK-15] [RES-16] removes a unit that is gone', async () => {
    const { user, store } = park({
      book: { status: 409, errors: [{ message: 'Gone', code: 'UNIT_UNAVAILABLE' }] },
    })
    await press(user)
    expect(
      await screen.findByText('This unit is no longer available. Please choose another one.'),
    ).toBeVisible()
    expect(store.getState().searchResults.unavailableUnitIds).toEqual(['u1'])
    expect(screen.queryByRole('heading', { level: 3, name: 'Skerry' })).toBeNull()
  })

  it('sends the unit with its search and party', async () => {
    const { user, server } = park()
    await press(user)
    await waitFor(() => expect(server.to('/api/book')).toHaveLength(1))
    expect(server.to('/api/book')[0]).toMatchObject({
      unitId: 'u1',
      searchId: 's_1',
      adults: '2',
      partySize: '2',
    })
  })
})
