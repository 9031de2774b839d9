import { act, fireEvent, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAt, prices, setWidth } from '../../test/search-page'
import { found } from '../../test/search-store'
import { brand } from '../../brands'
import { regionsCall } from '../catalogue'
import {
  adultsChosen,
  chooseChannel,
  channelAndRegionChosen,
  dateChosen,
  durationChosen,
  petFriendlyChosen,
  regionChosen,
} from '../search'
import { signedUpChanged } from '../newsletter'
import { SearchBox } from './SearchBox'

const gannetSands = {
  kind: 'park',
  id: 'HV101',
  name: 'Gannet Sands',
  channel: 'ukcaravan',
  regions: ['12'],
  regionName: 'Cornwall',
  parks: 1,
  lat: '50.200',
  lon: '-5.400',
} as const
const answers = {
  '/api/search': [found()],
  '/api/places': [{ data: { places: [gannetSands] } }],
  '/api/getcottagedates': [{ data: { dates: [], nights: 3 } }],
}
const home = () => renderAt('/', <SearchBox home />, { answers })
const page = (address: string) => renderAt(address, <SearchBox />, { answers })
const field = (name: string | RegExp) => screen.getByRole('button', { name })
const search = () => screen.getAllByRole('button', { name: 'Search' })[0] as HTMLElement

beforeEach(() => setWidth(1280))
afterEach(() => {
  vi.useRealTimers()
  brand.forms.enableNewsletterSignup = true
})

describe('the search box', () => {
  it('[SRCH-07] [SRCH-08] [SRCH-12] has Holiday Type, Where and When', () => {
    home()
    expect(field(/Holiday Type/)).toHaveTextContent('UK Holiday Parks')
    expect(screen.getByRole('combobox', { name: 'Where' })).toHaveValue('All of the UK')
    expect(field(/^When/)).toHaveTextContent('Sun 22nd Nov')
  })

  it('[SRCH-17] chooses the first region if there is neither channel nor region and nothing is loading', async () => {
    const { store } = home()
    const place = () => {
      const { channelId, regionId } = store.getState().search
      return [channelId, regionId]
    }
    const meta = { id: regionsCall.idOf({ channel: '' }), attempt: 1, params: {} }
    act(() => {
      store.dispatch(regionsCall.request({ channel: '' }, meta))
      store.dispatch(channelAndRegionChosen({ channelId: '', regionId: '' }))
    })
    expect(place()).toEqual(['', ''])
    act(() => void store.dispatch(regionsCall.reset({ channel: '' })))
    await waitFor(() => expect(place()).toEqual(['ukcaravan', 'all-regions']))
    expect(screen.getByRole('combobox', { name: 'Where' })).toHaveValue('All of the UK')
    act(() => void store.dispatch(channelAndRegionChosen({ channelId: '', regionId: '13' })))
    expect(place()).toEqual(['', '13'])
  })

  it('[SRCH-18] says in Where that the regions are loading', async () => {
    const { store } = home()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    act(() => store.dispatch(chooseChannel('ukcottages')))
    const where = screen.getByRole('combobox', { name: 'Where' })
    await waitFor(() => expect(where).toHaveValue('Loading regions'))
  })

  it('[ERRC-08] says in the Where list that the regions did not load, and Retry loads them', async () => {
    const lakes = { '90': { id: '90', name: 'Lake District', desc: '', dogs: 'Y', parkCount: 3 } }
    const { store, user, server } = renderAt('/', <SearchBox home />, {
      answers: {
        ...answers,
        '/api/channelregions': [{ status: 500 }, { data: { regions: { ukcottages: lakes } } }],
      },
    })
    act(() => store.dispatch(chooseChannel('ukcottages')))
    await waitFor(() => expect(server.to('/api/channelregions')).toHaveLength(1))
    await user.click(screen.getByRole('combobox', { name: 'Where' }))
    expect(
      await screen.findByText(
        'There was an error while loading the regions list. Please try again.',
      ),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('option', { name: 'Lake District' })).toBeVisible()
    expect(server.to('/api/channelregions')).toEqual([
      { channel: 'ukcottages' },
      { channel: 'ukcottages' },
    ])
    expect(screen.queryByText(/There was an error/)).toBeNull()
  })

  it('[API-50] keeps the arrival days of cottages in the form', async () => {
    const dates = ['28/11/2026', '05/12/2026']
    const { store, server } = renderAt('/', <SearchBox home />, {
      answers: { ...answers, '/api/getcottagedates': [{ data: { dates, nights: 3 } }] },
    })
    expect(server.to('/api/getcottagedates')).toEqual([])
    act(() => {
      store.dispatch(chooseChannel('ukcottages'))
      store.dispatch(regionChosen('90'))
    })
    await waitFor(() => expect(store.getState().search.cottageDates).toEqual(dates))
    expect(server.to('/api/getcottagedates').at(-1)).toMatchObject({ region: '90', partySize: '2' })
  })

  it('[SRCH-09] lists the allowed nights', async () => {
    home()
    const nights = await screen.findByRole('combobox', { name: 'Staying for how long?' })
    await waitFor(() =>
      expect(
        within(nights)
          .getAllByRole('option')
          .map((option) => option.textContent),
      ).toEqual(['3 nights', '4 nights', '7 nights']),
    )
  })

  it('[SRCH-10] counts adults, children and under 5s', async () => {
    const { user } = home()
    await user.click(field(/Your Party/))
    for (const name of ['Adults', 'Children', 'Under 5s'])
      expect(await screen.findByRole('spinbutton', { name })).toBeVisible()
    expect(screen.getByText('18+')).toBeVisible()
    expect(screen.getByText('5-17')).toBeVisible()
  })

  it('[SRCH-11] [SRCH-13] offers dogs and deals', async () => {
    const { user, store } = home()
    await user.click(screen.getByRole('checkbox', { name: 'Dog(s)' }))
    expect(store.getState().search.petFriendly).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Sign up for deals' }))
    expect(await screen.findByRole('textbox', { name: 'First name' })).toBeVisible()
  })

  it('[NEWS-02] offers no deals without a newsletter, nor to a visitor who has signed up', () => {
    const deals = () => screen.queryByRole('checkbox', { name: 'Sign up for deals' })
    const { store } = home()
    expect(deals()).toBeVisible()
    act(() => void store.dispatch(signedUpChanged(true)))
    expect(deals()).toBeNull()
    act(() => void store.dispatch(signedUpChanged(false)))
    expect(deals()).toBeVisible()
    brand.forms.enableNewsletterSignup = false
    act(() => {
      store.dispatch(chooseChannel('uklodge'))
    })
    act(() => void store.dispatch(signedUpChanged(true)))
    act(() => void store.dispatch(signedUpChanged(false)))
    expect(deals()).toBeNull()
  })

  it('[SRCH-21] hides dogs only for eurocaravan', () => {
    const { store } = home()
    act(() => {
      store.dispatch(chooseChannel('eurocaravan'))
    })
    expect(screen.queryByRole('checkbox', { name: 'Dog(s)' })).toBeNull()
    act(() => {
      store.dispatch(chooseChannel('uklodge'))
    })
    expect(screen.getByRole('checkbox', { name: 'Dog(s)' })).toBeVisible()
  })

  it('[SRCH-20] shows an unavailable duration as disabled, and marks the field', () => {
    const { store } = home()
    act(() => void store.dispatch(durationChosen(5)))
    const nights = screen.getByRole('combobox', { name: 'Staying for how long?' })
    expect(within(nights).getByRole('option', { name: '5 nights unavailable' })).toBeDisabled()
    expect(nights).toBeInvalid()
  })

  it('[SRCH-22] [SRCH-23] [SRCH-24] cannot be submitted without date, or with unavailable nights or party', () => {
    const { store } = home()
    expect(search()).not.toHaveAttribute('aria-disabled')
    act(() => void store.dispatch(dateChosen(undefined)))
    expect(search()).toHaveAttribute('aria-disabled', 'true')
    act(() => {
      store.dispatch(dateChosen('2026-11-24'))
      store.dispatch(durationChosen(5))
    })
    expect(search()).toHaveAttribute('aria-disabled', 'true')
    act(() => {
      store.dispatch(durationChosen(3))
      store.dispatch(chooseChannel('boats'))
      store.dispatch(adultsChosen(1))
    })
    expect(search()).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText('Min. 2 adults for Boating holidays.')).toBeVisible()
    act(() => void store.dispatch(adultsChosen(2)))
    expect(search()).not.toHaveAttribute('aria-disabled')
  })

  it('[SRCH-29] [SRCH-30] opens the results with the search as the query, scrolled to the top', async () => {
    const { user, store } = home()
    act(() => void store.dispatch(regionChosen('12')))
    await user.click(search())
    const address = screen.getByTestId('address').textContent ?? ''
    expect(address).toMatch(/^\/results\?channel=ukcaravan&region=12&date=22%2F11%2F2026&nights=3/)
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
  })
})

describe('the field Where', () => {
  const where = () => screen.getByRole('combobox', { name: 'Where' })

  it('[SRCH-14] [SRCH-15] applies a region at once and closes 650 ms later', async () => {
    const { store } = home()
    fireEvent.click(where())
    const cornwall = await screen.findByRole('option', { name: 'Cornwall' })
    vi.useFakeTimers()
    fireEvent.click(cornwall)
    expect(store.getState().search.regionId).toBe('12')
    act(() => void vi.advanceTimersByTime(649))
    expect(screen.getByRole('listbox', { name: 'Where' })).toBeVisible()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.queryByRole('listbox', { name: 'Where' })).toBeNull()
    expect(where()).toHaveFocus()
  })

  it('[SRCH-07] finds parks by name from two letters on, after the regions, by keyboard', async () => {
    const { user, store, server } = home()
    await user.click(where())
    await user.clear(where())
    await user.type(where(), 'g')
    expect(server.to('/api/places')).toHaveLength(0)
    await user.type(where(), 'an')
    expect(await screen.findByRole('option', { name: /Gannet Sands/ })).toBeVisible()
    await user.keyboard('{Enter}')
    expect(store.getState().search).toMatchObject({ parkId: 'HV101', regionId: '12' })
  })

  it('keeps the chosen region when Enter is pressed again before the list closes', async () => {
    const { user, store } = home()
    await user.click(where())
    await user.clear(where())
    await user.type(where(), 'dev')
    await user.keyboard('{Enter}{Enter}')
    expect(store.getState().search.regionId).toBe('13')
  })

  it('takes the highlighted place for what was typed when the visitor goes on to another field', async () => {
    const { user, store } = home()
    const type = async (text: string) => {
      await user.click(where())
      await user.clear(where())
      await user.type(where(), text)
    }
    await type('dev')
    await user.keyboard('{Escape}')
    expect(store.getState().search.regionId).toBe('all-regions')
    await type('dev')
    await user.tab()
    expect(store.getState().search.regionId).toBe('13')
    await type('cornw')
    await user.click(search())
    const address = screen.getByTestId('address').textContent ?? ''
    expect(new URLSearchParams(address.split('?')[1]).get('region')).toBe('12')
  })

  it('groups its places into regions and parks', async () => {
    const { user } = home()
    await user.click(where())
    const names = () =>
      screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))
    expect(names().filter((name) => name === 'Regions' || name === 'Parks')).toEqual(['Regions'])
    await user.clear(where())
    await user.type(where(), 'gan')
    const parks = within(await screen.findByRole('group', { name: 'Parks' }))
    expect(parks.getByRole('option', { name: /Gannet Sands/ })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Regions' })).toBeNull()
  })

  describe('a place that the server finds', () => {
    const other = { ...gannetSands, channel: 'ukcaravan' as string }
    const newquay = { ...other, kind: 'town', id: 't1', name: 'Newquay', parks: 3 }
    const find = async (place: object, text: string) => {
      const view = renderAt('/', <SearchBox home />, {
        answers: { ...answers, '/api/places': [{ data: { places: [place] } }] },
      })
      await view.user.click(where())
      await view.user.clear(where())
      await view.user.type(where(), text)
      return view
    }

    it('that is a town chooses its region sorted by distance, also in the address', async () => {
      const { user, store } = await find(newquay, 'newq')
      await user.click(await screen.findByRole('option', { name: /Newquay\s*Cornwall · 3 parks/ }))
      expect(store.getState().search).toMatchObject({
        regionId: '12',
        near: { name: 'Newquay', lat: 50.2, lon: -5.4 },
      })
      expect(where()).toHaveValue('Newquay')
      await user.click(search())
      const address = screen.getByTestId('address').textContent ?? ''
      expect(new URLSearchParams(address.split('?')[1]).get('near')).toBe('50.200,-5.400,Newquay')
      act(() => void store.dispatch(regionChosen('13')))
      expect(store.getState().search.near).toBeUndefined()
    })

    it('that is a town without a position chooses its region', async () => {
      const { user, store } = await find({ ...newquay, lat: '', lon: '' }, 'newq')
      await user.click(await screen.findByRole('option', { name: /Newquay/ }))
      expect(store.getState().search).toMatchObject({ regionId: '12' })
      expect(store.getState().search.near).toBeUndefined()
    })

    it('of another channel changes the channel, too', async () => {
      const croatia = { ...other, kind: 'region', id: '60', name: 'Istria', regions: ['60'] }
      const { user, store } = await find({ ...croatia, channel: 'eurocaravan' }, 'istr')
      await user.click(await screen.findByRole('option', { name: /Istria.*European/ }))
      expect(store.getState().search).toMatchObject({ channelId: 'eurocaravan', regionId: '60' })
    })

    it('that is an operator chooses its filter, and keeps the form’s region when it has parks there', async () => {
      const ternAndTide = { ...other, kind: 'operator', id: 'PRK', name: 'Tern & Tide' }
      const { user, store } = await find({ ...ternAndTide, regions: ['13', '12'] }, 'tern')
      act(() => void store.dispatch(regionChosen('12')))
      await user.click(await screen.findByRole('option', { name: /Tern & Tide/ }))
      const { search: form, filters } = store.getState()
      expect(form.regionId).toBe('12')
      expect(filters.bFiltersStateArray).toHaveLength(1)
    })

    it('is not needed: the regions can be chosen when the server fails', async () => {
      const view = renderAt('/', <SearchBox home />, {
        answers: { ...answers, '/api/places': [{ status: 500 }] },
      })
      await view.user.click(where())
      await view.user.clear(where())
      await view.user.type(where(), 'dev')
      await waitFor(() => expect(view.server.to('/api/places').length).toBeGreaterThan(0))
      await view.user.keyboard('{Enter}')
      expect(view.store.getState().search.regionId).toBe('13')
    })
  })

  describe('Near me', () => {
    const getPosition = vi.fn<Geolocation['getCurrentPosition']>()
    const pressNearMe = async () => {
      const view = home()
      await view.user.click(where())
      expect(getPosition).not.toHaveBeenCalled()
      await view.user.click(screen.getByRole('button', { name: 'Near me' }))
      expect(getPosition).toHaveBeenCalledOnce()
      return view
    }
    beforeEach(() => {
      getPosition.mockReset()
      vi.stubGlobal(
        'navigator',
        Object.create(navigator, {
          geolocation: { value: { getCurrentPosition: getPosition } },
        }),
      )
    })
    afterEach(() => vi.unstubAllGlobals())

    it('chooses the nearest region, and keeps the position out of the address', async () => {
      const { store, user } = await pressNearMe()
      const coords = { latitude: 50.3, longitude: -5.1 } as GeolocationCoordinates
      await act(async () => getPosition.mock.calls[0]?.[0]({ coords } as GeolocationPosition))
      expect(store.getState().search).toMatchObject({ regionId: '12', near: { own: true } })
      expect(where()).toHaveValue('Near you')
      await user.click(search())
      expect(screen.getByTestId('address').textContent).not.toMatch(/near|50\.3/)
      expect(store.getState().search.near).toMatchObject({ own: true })
    })

    it('replaces what was typed before', async () => {
      const { store, user } = home()
      await user.click(where())
      await user.clear(where())
      await user.type(where(), 'dev')
      await user.click(screen.getByRole('button', { name: 'Near me' }))
      const coords = { latitude: 50.3, longitude: -5.1 } as GeolocationCoordinates
      await act(async () => getPosition.mock.calls[0]?.[0]({ coords } as GeolocationPosition))
      expect(where()).toHaveValue('Near you')
      await user.click(search())
      expect(store.getState().search).toMatchObject({ regionId: '12', near: { own: true } })
    })

    it('says that the position is unknown when it is refused, and changes nothing', async () => {
      const { store } = await pressNearMe()
      const before = store.getState().search
      await act(async () => getPosition.mock.calls[0]?.[1]?.({} as GeolocationPositionError))
      expect(screen.getByText(/We could not find where you are/)).toBeVisible()
      expect(store.getState().search).toEqual(before)
    })

    it('ignores a position that comes after the list was closed', async () => {
      const { store, user } = await pressNearMe()
      await user.keyboard('{Escape}')
      const coords = { latitude: 50.3, longitude: -5.1 } as GeolocationCoordinates
      await act(async () => getPosition.mock.calls[0]?.[0]({ coords } as GeolocationPosition))
      expect(store.getState().search.near).toBeUndefined()
    })

    it('ignores a position that comes after another channel was chosen', async () => {
      const { store } = await pressNearMe()
      act(() => store.dispatch(chooseChannel('uklodge')))
      const coords = { latitude: 50.3, longitude: -5.1 } as GeolocationCoordinates
      await act(async () => getPosition.mock.calls[0]?.[0]({ coords } as GeolocationPosition))
      expect(store.getState().search.near).toBeUndefined()
    })
  })

  it('announces the first count in a live region that already exists', async () => {
    const { user } = home()
    const before = screen.getAllByRole('status').filter((region) => region.textContent === '')
    await user.click(where())
    const count = screen.getByText(/^\d+ to choose from$/)
    expect(before).toContain(count)
  })

  it('submits the search on Enter while its list is closed', async () => {
    const { user } = home()
    where().focus()
    await user.keyboard('{Enter}')
    expect(screen.getByTestId('address')).toHaveTextContent(
      /^\/results\/all-regions\?channel=ukcaravan/,
    )
  })

  it('moves to the last place with Arrow Up while no place is highlighted', async () => {
    const { user } = home()
    where().focus()
    await user.keyboard('{ArrowUp}')
    const places = within(await screen.findByRole('listbox')).getAllByRole('option')
    const highlighted = where().getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(highlighted)).toBe(places.at(-1))
  })

  it('lets a screen reader read the text while the caret is moved in it', async () => {
    const { user } = home()
    await user.click(where())
    await user.clear(where())
    await user.type(where(), 'dev')
    expect(where()).toHaveAttribute('aria-activedescendant')
    await user.keyboard('{ArrowLeft}')
    expect(where()).not.toHaveAttribute('aria-activedescendant')
    await user.keyboard('{ArrowDown}')
    await screen.findByRole('listbox')
    const highlighted = where().getAttribute('aria-activedescendant') ?? ''
    const place = document.getElementById(highlighted)?.firstElementChild?.firstElementChild
    const name = place?.textContent ?? ''
    await user.keyboard('{Home}')
    expect(where()).not.toHaveAttribute('aria-activedescendant')
    await user.keyboard('{Enter}')
    expect(where(), 'Enter takes the highlighted place').toHaveDisplayValue(name)
  })

  it('highlights places with the arrow keys and closes with Escape', async () => {
    const { user } = home()
    where().focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    await screen.findByRole('listbox')
    const highlighted = where().getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(highlighted)).toHaveTextContent('Cornwall')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(where()).toHaveFocus()
  })
})

describe('the field Holiday Type', () => {
  it('[CHAN-05] [CHAN-10] lists the searchable channels in their order', async () => {
    const { user } = home()
    await user.click(field(/Holiday Type/))
    expect(
      screen
        .getAllByRole('option', { hidden: false })
        .map((option) => option.textContent)
        .slice(0, 4),
    ).toEqual(['UK Holiday Parks', 'European Holiday Parks', 'UK Lodge Breaks', 'Boating Holidays'])
  })

  it('[SRCH-12] [SRCH-62] selects the channel, and its region of the same name', async () => {
    const { user, store } = home()
    act(() => void store.dispatch(regionChosen('12')))
    await user.click(field(/Holiday Type/))
    await user.click(screen.getByRole('option', { name: 'UK Lodge Breaks' }))
    expect(store.getState().search).toMatchObject({ channelId: 'uklodge', regionId: '41' })
  })

  it('is used by the keyboard: first letters, Home, End, Enter and Space', async () => {
    const { user, store } = home()
    const list = () => screen.getByRole('listbox')
    const open = async () => {
      await user.click(field(/Holiday Type/))
      await waitFor(() => expect(list()).toHaveFocus())
    }
    const names = () => within(list()).getAllByRole('option')
    const current = () =>
      document.getElementById(list().getAttribute('aria-activedescendant') ?? '')
    await open()
    await user.keyboard('{End}')
    expect(current()).toBe(names().at(-1))
    await user.keyboard('{Home}')
    expect(current()).toBe(names()[0])
    await user.keyboard('uk l')
    expect(current()).toHaveTextContent('UK Lodge Breaks')
    await user.keyboard('{Control>}b{/Control}')
    expect(current()).toHaveTextContent('UK Lodge Breaks')
    await user.keyboard('{Enter}')
    expect(store.getState().search.channelId).toBe('uklodge')
    await waitFor(() => expect(field(/Holiday Type/)).toHaveFocus())
    await open()
    await user.keyboard('{Home} ')
    expect(store.getState().search.channelId).toBe('ukcaravan')
  })
})

describe('the field Your Party', () => {
  it('[SRCH-16] is applied when the dropdown closes, not before', async () => {
    const { user, store } = home()
    await user.click(field(/Your Party/))
    expect(store.getState().search.partySizeModal).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Increase Children' }))
    expect(store.getState().search.children).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(store.getState().search).toMatchObject({ children: 1, partySizeModal: false })
  })

  it('no longer counts as being edited when the page was left while it was open', async () => {
    const { user, store, unmount } = home()
    await user.click(field(/Your Party/))
    unmount()
    expect(store.getState().search.partySizeModal).toBe(false)
  })

  it('takes the focus when it opens and returns it to the field', async () => {
    const { user } = home()
    await user.click(field(/Your Party/))
    expect(screen.getByRole('dialog', { name: 'Your Party' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Your Party' })).toBeNull()
    expect(field(/Your Party/)).toHaveFocus()
  })

  it('[SRCH-68] counts as being edited until the phone’s form is closed', async () => {
    setWidth(390)
    const { user, store } = page('/results?channel=ukcaravan&region=12')
    await user.click(screen.getByRole('button', { name: /^Cornwall/ }))
    const modal = within(screen.getByRole('dialog', { name: 'Find a holiday' }))
    await user.click(modal.getByRole('button', { name: /Your Party/ }))
    await user.click(modal.getByRole('button', { name: 'Done' }))
    expect(store.getState().search.partySizeModal).toBe(true)
    await user.click(modal.getByRole('button', { name: 'Close' }))
    expect(store.getState().search.partySizeModal).toBe(false)
  })

  it('[SRCH-16] is applied when the mouse leaves it', async () => {
    const { user, store } = home()
    await user.click(field(/Your Party/))
    fireEvent.click(screen.getByRole('button', { name: 'Increase Adults' }))
    fireEvent.mouseLeave(screen.getByRole('dialog', { name: 'Your Party' }))
    expect(store.getState().search.adults).toBe(3)
    expect(screen.getByRole('dialog', { name: 'Your Party' })).toBeVisible()
  })
})

describe('the field When', () => {
  it('goes to the month of flexible dates and marks no day as the stay', async () => {
    const choices = [
      { when: 'christmas-holidays-2026', from: '19/12/2026', to: '03/01/2027' },
      { when: 'weekend-2027-01', from: '01/01/2027', to: '31/01/2027' },
    ]
    const { user } = renderAt('/', <SearchBox home />, {
      answers: { ...answers, '/api/datechoices': [{ data: { choices } }] },
    })
    await user.click(field(/^When/))
    expect(await screen.findByRole('button', { name: /22nd November.*, arrival/ })).toBeVisible()
    await screen.findByRole('option', { name: 'Christmas holidays 2026' })
    await user.selectOptions(screen.getByLabelText('Dates'), 'Christmas holidays 2026')
    expect(screen.getByRole('grid', { name: 'December 2026' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /, (?:arrival|stay|departure)/ })).toBeNull()
  })

  it('lists the school holidays of the council that the visitor chose, and remembers it', async () => {
    const councils = [
      { id: 'Argyll-and-Bute', name: 'Argyll and Bute', nation: 'Scotland' },
      { id: 'Cardiff', name: 'Cardiff', nation: 'Wales' },
    ]
    const england = [
      { when: 'half-term-2027', from: '13/02/2027', to: '21/02/2027' },
      { when: 'may-half-term-2027', from: '29/05/2027', to: '06/06/2027' },
    ]
    const cardiff = [
      {
        when: 'half-term-2027.Cardiff',
        from: '06/02/2027',
        to: '14/02/2027',
        elsewhere: [{ from: '06/02/2027', to: '12/02/2027' }],
      },
    ]
    const { user, store } = renderAt('/', <SearchBox home />, {
      answers: {
        ...answers,
        '/api/datechoices': (query) =>
          query.get('council') === 'Cardiff'
            ? { data: { choices: cardiff, councils, council: 'Cardiff' } }
            : { data: { choices: england, councils } },
      },
    })
    await user.click(field(/^When/))
    await screen.findByRole('group', { name: 'School holidays in England' })
    expect(screen.queryByRole('group', { name: 'Months' })).toBeNull() // nothing is on sale
    await user.selectOptions(screen.getByLabelText('Dates'), 'Half term 2027')
    const council = screen.getByLabelText('School holidays of')
    expect(council).toHaveDisplayValue('Most of England')

    await user.selectOptions(council, 'Cardiff')
    const option = await screen.findByRole<HTMLOptionElement>('option', {
      name: 'Half term 2027: off here, in term elsewhere 6 Feb to 12 Feb',
    })
    expect(screen.getByRole('group', { name: 'School holidays in Cardiff' })).toContainElement(
      option,
    )
    // The chosen holiday is now that of the council.
    expect(option.selected).toBe(true)
    expect(store.getState().search.when).toBe('half-term-2027.Cardiff')
    expect(screen.getByText('Off here, in term elsewhere 6 Feb to 12 Feb.')).toBeVisible()
    expect(localStorage.getItem('schoolCouncil')).toBe('["Cardiff"]')

    await user.selectOptions(screen.getByLabelText('School holidays of'), '')
    await screen.findByRole('group', { name: 'School holidays in England' })
    expect(store.getState().search.when).toBe('half-term-2027')
    expect(localStorage.getItem('schoolCouncil')).toBeNull()
  })

  it('goes back to a day when the chosen council has no such holiday', async () => {
    localStorage.setItem('schoolCouncil', '["Gone"]')
    const councils = [{ id: 'Cardiff', name: 'Cardiff', nation: 'Wales' }]
    const holiday = { when: 'may-half-term-2027', from: '29/05/2027', to: '06/06/2027' }
    const { user, store } = renderAt('/', <SearchBox home />, {
      answers: {
        ...answers,
        '/api/datechoices': (query) =>
          query.get('council') === 'Cardiff'
            ? { data: { choices: [], councils, council: 'Cardiff' } }
            : { data: { choices: [holiday], councils } },
      },
    })
    await user.click(field(/^When/))
    // A council that is no longer known is none.
    expect(await screen.findByLabelText('School holidays of')).toHaveValue('')
    await user.selectOptions(screen.getByLabelText('Dates'), 'May half term 2027')
    await user.selectOptions(screen.getByLabelText('School holidays of'), 'Cardiff')
    await waitFor(() => expect(screen.getByLabelText('Dates')).toHaveValue(''))
    expect(store.getState().search.when).toBeUndefined()
    expect(screen.queryByRole('group', { name: /School holidays/ })).toBeNull()
  })

  it('[SRCH-14] [CAL-01] [CAL-10] opens a calendar whose priced days apply at once', async () => {
    const { user, store } = home()
    await user.click(field(/^When/))
    const day = await screen.findByRole('button', {
      name: /Tuesday 24th November 2026, from £100, cheapest in the week/,
    })
    const unpriced = await screen.findByRole('button', {
      name: /Wednesday 25th November 2026.*no arrivals/,
    })
    expect(unpriced).toHaveAttribute('aria-disabled', 'true')
    const before = store.getState().search.arrivalDate
    await user.click(unpriced)
    expect(store.getState().search.arrivalDate).toBe(before)
    await user.click(day)
    expect(store.getState().search.arrivalDate).toBe('2026-11-24T00:00:00.000Z')
    expect(field(/^When/)).toHaveTextContent('Tue 24th Nov')
  })

  it('on a phone offers the nearest day with a price when no holiday starts on the chosen one', async () => {
    setWidth(390)
    const { user, store } = home()
    act(() => void store.dispatch(regionChosen('12')))
    await user.click(field(/^When/))
    const foot = await screen.findByText('No holidays start on Sun 22nd Nov')
    expect(foot).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Choose Tue 24th Nov' }))
    expect(store.getState().search.arrivalDate).toBe('2026-11-24T00:00:00.000Z')
    expect(field(/^When/)).toHaveAttribute('aria-expanded', 'false')
    await user.click(field(/^When/))
    const stay = screen.getByText('Tue 24th Nov to Fri 27th Nov')
    expect(stay).toBeVisible()
    // A stay of other nights is read out.
    expect(stay).toHaveAttribute('aria-live', 'polite')
  })

  it('has a link to the prices of the whole season, which closes the calendar', async () => {
    const { user } = home()
    await user.click(field(/^When/))
    const link = await screen.findByRole('link', { name: 'See the prices of every week' })
    expect(link).toHaveAttribute('href', expect.stringMatching(/^\/results\/all-dates\?channel=/))
    await user.click(link)
    expect(field(/^When/)).toHaveAttribute('aria-expanded', 'false')
  })

  it('[CAL-02] highlights the cheapest priced day of each week from Monday', async () => {
    const minprices = {
      'all-regions': Object.fromEntries(
        [
          ['23/11/2026', 120],
          ['25/11/2026', 110],
          ['29/11/2026', 130],
          ['30/11/2026', 150],
          ['04/12/2026', 140],
        ].map(([date, price]) => [date, { '3': { N: { '2': price } } }]),
      ),
    }
    const { user } = renderAt('/', <SearchBox home />, {
      answers: { ...answers, '/api/cachedavailability': [{ data: { ...prices, minprices } }] },
    })
    await user.click(field(/^When/))
    await screen.findByRole('button', { name: /25th November 2026, from £110/ })
    const days = screen
      .getAllByRole('button', { name: /cheapest in the week/ })
      .map((day) => /\d+\w+ \w+(?= 2026)/.exec(day.textContent ?? '')?.[0])
    expect(days).toEqual(['25th November', '4th December'])
  })

  it('[SRCH-71] [SRCH-72] takes one day as the arrival date, tomorrow or later', async () => {
    const { user, store } = home()
    const day = (name: RegExp) => screen.findByRole('button', { name })
    await user.click(field(/^When/))
    await user.click(await day(/20th November 2026/))
    await user.click(await day(/21st November 2026/))
    expect(field(/^When/)).toHaveTextContent('Sun 22nd Nov')
    expect(await day(/21st November 2026.*no arrivals/)).toHaveAttribute('aria-disabled', 'true')
    expect(await day(/22nd November 2026/)).not.toHaveAttribute('aria-disabled')
    await user.click(await day(/24th November 2026, from/))
    expect(field(/^When/)).toHaveTextContent('Tue 24th Nov')
    await waitFor(() => expect(field(/^When/)).toHaveAttribute('aria-expanded', 'false'))
    await user.click(field(/^When/))
    await user.click(await day(/1st December 2026, from/))
    expect(field(/^When/)).toHaveTextContent('Tue 1st Dec')
    expect(store.getState().search.arrivalDate).toBe('2026-12-01T00:00:00.000Z')
    act(() => void store.dispatch(dateChosen(undefined)))
    expect(search()).toHaveAttribute('aria-disabled', 'true')
  })

  it('[CAL-03] [CAL-04] [CAL-05] shows six weeks from Monday, the stay, and no month beyond the last', async () => {
    const { user } = home()
    await user.click(field(/^When/))
    const grid = await screen.findByRole('grid', { name: 'November 2026' })
    expect(within(grid).getAllByRole('row')).toHaveLength(7)
    expect(within(grid).getAllByRole('columnheader')[0]).toHaveTextContent('Mon')
    expect(within(grid).getByRole('button', { name: /22nd.*arrival/ })).toBeVisible()
    expect(within(grid).getByRole('button', { name: /25th.*departure/ })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Previous month' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    expect(screen.getByRole('grid', { name: 'January 2027' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Next month' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  it('takes the focus when it opens and returns it to the field', async () => {
    const { user } = home()
    await user.click(field(/^When/))
    expect(screen.getByRole('dialog', { name: 'When' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'When' })).toBeNull()
    expect(field(/^When/)).toHaveFocus()
  })

  it('announces another month in a heading that already exists', async () => {
    const { user } = home()
    await user.click(field(/^When/))
    const heading = await screen.findByRole('heading', { name: 'November 2026' })
    expect(heading).toHaveAttribute('aria-live', 'polite')
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    expect(heading).toBeVisible()
    expect(heading).toHaveTextContent('December 2026')
  })

  it('can be used by keyboard, by days, weeks and months', async () => {
    const { user } = home()
    await user.click(field(/^When/))
    const start = await screen.findByRole('button', { name: /Sunday 22nd November/ })
    act(() => start.focus())
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(document.activeElement).toHaveAccessibleName(/Monday 30th November/)
    await user.keyboard('{PageDown}{Home}')
    expect(document.activeElement).toHaveAccessibleName(/Monday 28th December/)
    await user.keyboard('{End}')
    expect(document.activeElement).toHaveAccessibleName(/Sunday 3rd January/)
  })
})

describe('the search box on other pages than home', () => {
  const address =
    '/results?channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2&children=2&infants=0&dogs=y'

  it('[SRCH-02] is sticky when the address has a query', () => {
    const { container } = page(address)
    expect(container.querySelector('[data-sticky]')).toHaveClass('sticky')
  })

  it('[SRCH-02] is not sticky when the address has no query', () => {
    const { container } = page('/results')
    expect(container.querySelector('[data-sticky]')).not.toHaveClass('sticky')
  })

  it('[SRCH-03] [SRCH-04] [SRCH-05] is on a phone a summary of destination, date, nights and guests', () => {
    setWidth(390)
    const { store } = page(address)
    const summary = screen.getByRole('button', { name: /^Cornwall/ })
    expect(summary).toHaveTextContent('24 Nov 2026 • 3 nights • 4 guests + dogs')
    act(() => {
      store.dispatch(petFriendlyChosen(false))
      store.dispatch(durationChosen(1))
    })
    expect(summary).toHaveTextContent('24 Nov 2026 • 1 night • 4 guests')
    expect(summary).not.toHaveTextContent('dogs')
  })

  it('[SRCH-19] reads Loading... until the region is known', () => {
    setWidth(390)
    const { store } = page(address)
    const summary = screen.getByRole('button', { name: /^Cornwall/ })
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const cottages = { channelId: 'ukcottages', regionId: '90' }
    act(() => void store.dispatch(channelAndRegionChosen(cottages)))
    expect(summary).toHaveTextContent(/^Loading\.\.\./)
    const uk = { channelId: 'ukcaravan', regionId: 'all-regions' }
    act(() => void store.dispatch(channelAndRegionChosen(uk)))
    expect(summary).toHaveTextContent(/^All of the UK/)
    act(() => void store.dispatch(regionChosen('13')))
    expect(summary).toHaveTextContent(/^Devon/)
  })

  it('[SRCH-06] opens on a phone the form over the page, with a close icon', async () => {
    setWidth(390)
    const { user } = page(address)
    await user.click(screen.getByRole('button', { name: /^Cornwall/ }))
    const modal = screen.getByRole('dialog', { name: 'Find a holiday' })
    expect(within(modal).getByRole('combobox', { name: 'Where' })).toBeVisible()
    await user.click(within(modal).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog', { name: 'Find a holiday' })).toBeNull()
  })
})
