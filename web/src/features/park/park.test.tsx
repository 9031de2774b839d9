import { act, render, screen, within, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { drawAt, setWidth } from '../../test/search-page'
import type { Answer } from '../../test/search-store'
import { selectDate, setBedrooms } from '../search'
import { ParkPage } from './ParkPage'
import { UnitRow } from './UnitRow'

const query =
  'channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs='
const details = {
  parkId: 'HV101',
  name: 'Gannet Sands',
  slug: 'gannet-sands',
  channels: ['ukcaravan'],
  regn: '12',
  townId: '',
  town: 'Trevarrow',
  opId: 'HAV',
  lat: '50.1',
  lon: '-5.1',
  dogs: 'Y',
  features: [0],
  sticky: true,
  premium: false,
  images: [],
  fromPrice: '129.00',
  regionName: 'Cornwall',
  county: '',
  postcode: 'TR1 1AA',
  country: 'CNUK',
  operatorName: 'Coastfold Parks',
  party: 'false',
  info: '<p>Above a mile of sand.</p>',
  importantInfo: '<p>Check in from 4pm.</p>',
  gallery: [],
  deposit: '49.00',
  nFeatures: {},
  bubbles: '',
  reviewCount: 0,
  affiliate: '',
}
const unitType = (code: string, name: string, bedrooms: number, disabledAccess = false) => ({
  unitType: code,
  name,
  desc: '',
  bedrooms,
  bathrooms: 1,
  sleeps: 6,
  features: [],
  dogs: 'N',
  disabledAccess,
  image: '',
})
const unit = (unitId: string, unitPrice: string, code: string, more = {}) => ({
  unitId,
  unitPrice,
  unitType: code,
  unitDesc: `${code} desc`,
  unitsLeft: 9,
  deposit: '49.00',
  offers: [],
  ...more,
})
const offers = {
  searchId: 's_1',
  unitTypes: [unitType('G2', 'Skerry', 2), unitType('G3', 'Fulmar', 3, true)],
  results: {
    '24/11/2026': {
      '3': [
        unit('u2', '428.00', 'G3'),
        unit('u1', '349.00', 'G2', { fullPrice: '439.00', discount: '90.00', unitsLeft: 2 }),
      ],
    },
    '27/11/2026': { '3': [unit('u3', '318.00', 'G2')] },
    '01/12/2026': { '3': [unit('u4', '318.00', 'G2')] },
  },
}

function park(
  more: {
    details?: object
    offers?: object
    reviews?: object
    book?: Answer
    extraData?: Answer
  } = {},
  date = '24%2F11%2F2026',
) {
  return drawAt(
    `/holidays/HV101/gannet-sands?${query.replace('24%2F11%2F2026', date)}`,
    <ParkPage />,
    {
      path: '/holidays/:parkId/:slug',
      answers: {
        '/api/parkdetails': [{ data: { park: { ...details, ...more.details } } }],
        '/api/parkresults': [{ data: { ...offers, ...more.offers } }],
        '/api/tripadvisor': [{ data: more.reviews ?? { reviews: [], bubbles: '' } }],
        '/api/book': [more.book ?? { status: 500 }],
        '/content/json/accom-types/new/HV101.json': [more.extraData ?? { status: 404 }],
      },
    },
  )
}
const row = async (name: string) =>
  (await screen.findByRole('heading', { level: 3, name })).closest('li') as HTMLElement

// Whole pages are drawn; a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => {
  setWidth(1280)
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})

describe('the park page', () => {
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
    async (party, said) => {
      park({ details: { party } })
      await screen.findByText('Above a mile of sand.')
      expect(screen.queryAllByText('Group bookings welcome')).toHaveLength(said ? 1 : 0)
    },
  )

  it('[SRCH-01] has the search box, also when the park is there', async () => {
    park()
    expect(await screen.findByText('Above a mile of sand.')).toBeVisible()
    expect(screen.getByRole('search', { name: 'Find a holiday' })).toBeInTheDocument()
  })

  it('[ROUTE-18] names the park by its slug until it is loaded', () => {
    park()
    expect(screen.getByRole('heading', { level: 1, name: 'Gannet Sands' })).toBeVisible()
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

  it('[PARK-07] says when there are none', async () => {
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

  it('[PARK-05] [PARK-12] lists the units of the date, cheapest first, then other dates', async () => {
    park()
    expect(
      await screen.findByRole('heading', { name: '2 places to stay from Tue 24 Nov' }),
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

  it('names once what a unit says of itself and by its features', () => {
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
    render(
      <UnitRow
        unit={both}
        guests={2}
        image={undefined}
        features={features}
        busy={false}
        affiliate={undefined}
        onBook={() => {}}
      />,
    )
    expect(screen.getAllByText('Disabled Access')).toHaveLength(1)
    expect(screen.getByText('Decking')).toBeVisible()
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

  it('[PARK-36] a picked date shows its units', async () => {
    const { user, store } = park()
    const list = (
      await screen.findByRole('heading', { name: 'Alternative arrival dates' })
    ).closest('section') as HTMLElement
    await user.click(within(list).getByRole('button', { name: /Fri 27 Nov/ }))
    expect(
      await screen.findByRole('heading', { name: '1 place to stay from Fri 27 Nov' }),
    ).toBeVisible()
    expect(store.getState().pageSelections.park).toMatchObject({
      parkId: 'HV101',
      selectedDate: { date: '27/11/2026', lowestPrice: '318.00' },
    })
  })

  it('[PARK-16] says one text when the date has no units', async () => {
    const { store } = park()
    await row('Skerry')
    act(() => void store.dispatch(selectDate('2026-11-25')))
    const text =
      'There are no results available for your chosen date. Please choose an alternative date from the list above.'
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByText(/No results/)).toBeNull()
  })

  it('[FILT-02] filters its units', async () => {
    const { store } = park()
    await row('Skerry')
    act(() => void store.dispatch(setBedrooms(3)))
    expect(screen.queryByRole('heading', { level: 3, name: 'Skerry' })).toBeNull()
    expect(screen.getByRole('heading', { name: '1 place to stay from Tue 24 Nov' })).toBeVisible()
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

describe("'Book'", () => {
  const press = async (user: ReturnType<typeof park>['user']) =>
    user.click(within(await row('Skerry')).getByRole('button', { name: /^Book/ }))

  it('[PARK-15] [RES-16] takes a unit away that is gone', async () => {
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
