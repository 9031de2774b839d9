import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bookAnswer } from '../../test/bookings'
import { holdAnswers } from '../../test/held-server'
import { details, parkResults, unit } from '../../test/parks'
import { prices } from '../../test/search-page'
import { ok } from '../../test/server'
import { settle, visit } from '../../test/visit'
import { durationChosen } from '../search'

const query =
  'channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs='
const gannet = `/holidays/HV101/gannet-sands?${query}`
const units = '/api/parkresults'

const server = (changes: Parameters<typeof holdAnswers>[0] = {}) =>
  holdAnswers({
    '/api/cachedavailability': ok(prices),
    '/api/parkdetails': ok({ park: details }),
    '/api/tripadvisor': ok({ reviews: [], bubbles: '' }),
    '/api/holds': ok({ holds: [] }),
    ...changes,
  })
const unitNames = () =>
  screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
/** The units on the 24th: a single one. */
const singleUnit = (unitId: string, code: string, nights = 3) => ({
  ...parkResults,
  results: { '24/11/2026': { [nights]: [unit(unitId, '300.00', code)] } },
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the park page', () => {
  it('requests its units again on Back when it was left before they had arrived', async () => {
    const { pending, to } = server()
    const page = await visit(gannet)
    await page.goTo('/login')
    expect(pending(units).cancelled()).toBe(true)
    await page.back()
    expect(to(units)).toHaveLength(2)
    await pending(units, 1).answer(singleUnit('u1', 'G3'))
    await pending(units).answer(singleUnit('u2', 'G2'))
    expect(unitNames()).toContain('Fulmar')
    expect(unitNames()).not.toContain('Skerry')
  })

  it('shows the newest stay when the answers come in reverse order', async () => {
    const { all } = server()
    const page = await visit(gannet)
    vi.useFakeTimers()
    act(() => void page.store.dispatch(durationChosen(4)))
    await act(async () => vi.advanceTimersByTimeAsync(500))
    vi.useRealTimers()
    const [first, second] = all(units, 2)
    await second.answer(singleUnit('u1', 'G3', 4))
    await first.answer(singleUnit('u2', 'G2'))
    expect(unitNames()).toContain('Fulmar')
    expect(unitNames()).not.toContain('Skerry')
    expect(page.query('nights')).toBe('4')
  })

  it('shows the previous stay on Back', async () => {
    const { pending, to } = server()
    const page = await visit(gannet)
    await pending(units).answer(parkResults)
    await page.goTo(gannet.replace('24%2F11', '01%2F12'))
    expect(screen.getByRole('heading', { name: /places? to stay from Tue 1st Dec/ })).toBeVisible()
    await page.back()
    expect(
      screen.getByRole('heading', { name: '2 places to stay from Tue 24th Nov' }),
    ).toBeVisible()
    expect(to(units)).toHaveLength(1)
  })

  it('ignores the answers to its calls after it is unmounted', async () => {
    const { pending } = server()
    const page = await visit(gannet)
    page.leave()
    await pending(units).answer(parkResults)
    expect(page.store.getState().data.parkResults).toEqual({})
    expect(page.store.getState().requests['GET_PARK_RESULTS:HV101']?.fetching).toBe(false)
  })

  it('shows the units of the park’s own channel when the address has none', async () => {
    const boat = { ...details, channels: ['boats'], regn: '80' }
    const { pending, to } = server({ '/api/parkdetails': ok({ park: boat }) })
    const page = await visit('/holidays/HV101/gannet-sands')
    expect(to(units).map(({ query: { channel } }) => channel)).toEqual(['boats'])
    expect(page.store.getState().search).toMatchObject({ channelId: 'boats', regionId: '80' })
    await pending(units).answer({
      ...parkResults,
      results: { '22/11/2026': { '3': [unit('u1', '300.00', 'G2')] } },
    })
    expect(unitNames()).toContain('Skerry')
  })

  it('says which nights are available when those of the address are not', async () => {
    server()
    await visit(gannet.replace('nights=3', 'nights=14'))
    expect(screen.getAllByText(/^14 nights unavailable\. Try 3 or 4 nights\./)[0]).toBeVisible()
    expect(screen.getByRole('button', { name: '4 nights' })).toBeVisible()
  })
})

describe('the Book button', () => {
  const book = async (page: Awaited<ReturnType<typeof visit>>, name = 'Skerry') => {
    const row = screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement
    await page.user.click(within(row).getByRole('button', { name: /^Book/ }))
    await settle()
    return row
  }
  const openPark = async (changes: Parameters<typeof holdAnswers>[0] = {}) => {
    const { pending } = server(changes)
    const page = await visit(gannet)
    await pending(units).answer(parkResults)
    return { pending, page }
  }

  it('is there only once the park is known: before, a press could begin nothing', async () => {
    const { pending } = server({ '/api/parkdetails': undefined as never })
    const page = await visit(gannet)
    await pending(units).answer(parkResults)
    expect(screen.queryAllByRole('button', { name: /^Book/ })).toEqual([])
    await pending('/api/parkdetails').answer({ park: details })
    await book(page)
    await pending('/api/book').answer(bookAnswer())
    expect(page.address()).toBe('/booking/extras')
  })

  it('opens no page when the visitor left before the answer', async () => {
    const { pending, page } = await openPark()
    await book(page)
    await page.goTo('/login')
    await pending('/api/book').answer(bookAnswer())
    expect(page.address()).toBe('/login')
    expect(page.store.getState().booking.bookingId).toBeUndefined()
    expect(page.store.getState().booking.pendingParams).toBeUndefined()
  })

  it('opens no page when the visitor has gone to another park before the answer, where Book works', async () => {
    const { pending, page } = await openPark({
      '/api/parkdetails': ({ query: { parkId } }) => ok({ park: { ...details, parkId } }),
    })
    await book(page)
    const other = gannet.replace('HV101', 'HV102')
    await page.goTo(other)
    await pending('/api/book').answer(bookAnswer())
    expect(page.address()).toBe(other)
    await pending(units).answer(parkResults)
    await book(page)
    await pending('/api/book').answer(bookAnswer())
    expect(page.address()).toBe('/booking/extras')
  })

  it('shows a failure beside its button, and focuses it', async () => {
    const { pending, page } = await openPark()
    const row = await book(page)
    await pending('/api/book').lose()
    const message = within(row).getByRole('alert')
    expect(message).toHaveTextContent('Network error.')
    expect(message).toHaveFocus()
  })

  it('[PARK-15] says that a unit is sold, in the place of its row', async () => {
    const { pending, page } = await openPark()
    await book(page, 'Skerry')
    await pending('/api/book').refuse(409, 'UNIT_UNAVAILABLE')
    const message = screen.getByRole('alert')
    expect(message).toHaveTextContent('This unit is no longer available.')
    expect(message).toHaveFocus()
    const list = message.closest('ul') as HTMLElement
    expect(within(list).getByRole('heading', { level: 3 })).toHaveTextContent('Fulmar')
    expect(list.firstElementChild).toContainElement(message)
  })
})

it('a released hold puts its unit on sale again', async () => {
  const hold = bookAnswer().booking
  const { pending, to } = server({
    '/api/holds': ok({ holds: [hold] }),
    '/api/releasehold': ok({}),
  })
  const page = await visit(gannet)
  await pending(units).answer(parkResults)
  await page.user.click(await screen.findByRole('button', { name: 'Leave this booking' }))
  await settle()
  expect(to(units)).toHaveLength(2)
  expect(screen.getByRole('heading', { name: 'Choose your dates' })).toHaveFocus()
})

describe('a park with nothing for the stay', () => {
  const other = (parkId: string, name: string, more = {}) => ({
    ...details,
    parkId,
    name,
    slug: '',
    ...more,
  })
  const parks = [
    other('HV101', 'Gannet Sands'),
    other('HV102', 'Skerry Bay', { town: 'Bude', fromPrice: '129.00' }),
  ]
  const townList = [{ townId: 'T1', name: 'Bude', slug: 'bude', regn: '12', parkIds: ['HV102'] }]
  const empty = { ...parkResults, results: {} }

  it('[PARK-23] [PARK-24] [API-35] lists the other parks of its region, loaded once', async () => {
    const { pending, to } = server({ '/api/parks': ok({ parks, townList }) })
    const page = await visit(gannet)
    await pending(units).answer(empty)
    await settle()
    const list = within(screen.getByRole('region', { name: 'Another Park in Cornwall' }))
    expect(list.getByRole('link', { name: /^Skerry Bay, Bude/ }).getAttribute('href')).toMatch(
      /^\/holidays\/HV102\/skerry-bay\?channel=ukcaravan/,
    )
    expect(list.queryByRole('link', { name: /^Gannet Sands/ })).toBeNull()
    expect(list.getByRole('link', { name: 'All Holiday Parks in Cornwall' })).toBeVisible()
    expect(page.store.getState().data.parks).toMatchObject({
      byId: { HV102: { name: 'Skerry Bay' } },
      regionParkIds: { '12': ['HV101', 'HV102'] },
      townList: { '12': townList },
    })
    await page.goTo('/login')
    await page.back()
    expect(to('/api/parks')).toHaveLength(1)
    expect(to('/api/parks')[0]?.query).toEqual({ region: '12' })
  })

  it.each([
    ['boats', 'Route', 'Boating Holidays'],
    ['ukcottages', 'Cottage', 'Cottages'],
    ['uklodge', 'Park', 'Holiday Parks'],
  ])(
    '[CHAN-07] [CHAN-08] [CHAN-09] calls them what %s calls them',
    async (channel, unitWord, family) => {
      const changes = { ...details, channels: [channel] }
      const { pending } = server({
        '/api/parkdetails': ok({ park: changes }),
        '/api/parks': ok({ parks, townList }),
      })
      await visit('/holidays/HV101/gannet-sands')
      await pending(units).answer(empty)
      await settle()
      expect(screen.getByRole('region', { name: `Another ${unitWord} in Cornwall` })).toBeVisible()
      expect(screen.getByRole('link', { name: `All ${family} in Cornwall` })).toBeVisible()
    },
  )
})

describe('a park page opened at its prices', () => {
  const scrolled = () =>
    (vi.mocked(Element.prototype.scrollIntoView).mock.contexts as Element[]).map(({ id }) => id)
  const held = () => server({ '/api/parkdetails': undefined as never })

  it('scrolls to them at once, and again when the park’s text appears above them', async () => {
    const { pending } = held()
    await visit(`${gannet}#prices`)
    expect(scrolled()).toEqual(['prices'])
    await pending('/api/parkdetails').answer({ park: details })
    expect(scrolled()).toEqual(['prices', 'prices'])
  })

  it('does not scroll again when the visitor has scrolled meanwhile', async () => {
    const { pending } = held()
    await visit(`${gannet}#prices`)
    vi.stubGlobal('scrollY', 300)
    await pending('/api/parkdetails').answer({ park: details })
    expect(scrolled()).toEqual(['prices'])
  })

  it('scrolls to the row of a unit type once it is there, and only then', async () => {
    const { pending } = server()
    await visit(`${gannet}#unit-G3`)
    expect(scrolled()).toContain('prices')
    expect(scrolled()).not.toContain('unit-G3')
    await pending(units).answer(parkResults)
    expect(scrolled().at(-1)).toBe('unit-G3')
    expect(document.getElementById('unit-G3')).toHaveTextContent('Fulmar')
  })

  it('stays at the prices when the unit type in the address is not among them', async () => {
    const { pending } = server()
    await visit(`${gannet}#unit-G9`)
    await pending(units).answer(parkResults)
    expect(new Set(scrolled())).toEqual(new Set(['prices']))
  })

  it('does not scroll on Back, because the browser restores the position', async () => {
    held()
    const page = await visit('/login')
    await page.goTo(`${gannet}#prices`)
    expect(scrolled()).toEqual(['prices'])
    await page.goTo('/login')
    await page.back()
    expect(scrolled()).toEqual(['prices'])
  })
})

it('the park page shows the telephone hours', async () => {
  server({ [units]: ok(parkResults) })
  await visit(gannet)
  const talk = screen.getByRole('region', { name: 'Rather talk it through?' })
  expect(talk).toHaveTextContent('Mon-Sat 9am-5pm, Sun 10am-4pm')
})

it('the park page numbers pictures whose text is only the park’s name, and keeps other texts', async () => {
  const picture = (src: string, alt: string) => ({ src, alt, w: 800, h: 533 })
  const gallery = [
    picture('/1.svg', 'Gannet Sands'),
    picture('/2.svg', 'The pool at Gannet Sands'),
    picture('/3.svg', ''),
  ]
  server({ '/api/parkdetails': ok({ park: { ...details, gallery } }) })
  const page = await visit(gannet)
  expect(screen.getByRole('img', { name: 'Gannet Sands, picture 1 of 3' })).toBeVisible()
  await page.user.click(screen.getByRole('button', { name: '3 pictures' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Gannet Sands' }))
  expect(dialog.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
    'Gannet Sands, picture 1 of 3',
    'The pool at Gannet Sands',
    'Gannet Sands, picture 3 of 3',
  ])
  expect(dialog.getAllByRole('figure').map(({ textContent }) => textContent)).toEqual([
    '',
    'The pool at Gannet Sands',
    '',
  ])
})

it('[PARK-22] the park page has a map, unless the park’s coordinates are unknown', async () => {
  server()
  const page = await visit(gannet)
  expect(screen.getByRole('button', { name: /Open the map$/ })).toBeVisible()
  page.leave()
  server({ '/api/parkdetails': ok({ park: { ...details, lat: '0', lon: '0' } }) })
  await visit(gannet)
  expect(screen.getByText(/TR1 1AA/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Open the map$/ })).toBeNull()
})

it('[PARK-34] [PARK-36] the state keeps park, channel and chosen date with its lowest price', async () => {
  server({ [units]: ok(parkResults) })
  const page = await visit(gannet)
  const chosen = () => page.store.getState().pageSelections.park
  expect(chosen()).toEqual({ parkId: 'HV101', channelId: 'ukcaravan' })
  await page.user.click(screen.getAllByRole('button', { name: /Fri 27th Nov/ })[0] as HTMLElement)
  expect(chosen().selectedDate).toEqual({ date: '27/11/2026', lowestPrice: '318.00' })
})

it('[SRCH-68] the park page requests units 500 ms after the last change, and not before', async () => {
  const { to } = server({ [units]: ok(parkResults) })
  const page = await visit(gannet)
  vi.useFakeTimers()
  act(() => void page.store.dispatch(durationChosen(4)))
  await act(async () => vi.advanceTimersByTimeAsync(499))
  expect(to(units)).toHaveLength(1)
  await act(async () => vi.advanceTimersByTimeAsync(1))
  expect(to(units)).toHaveLength(2)
})

describe('the park page', () => {
  it('shows more dates, and focuses the first of them', async () => {
    const dates = Array.from(
      { length: 20 },
      (_, index) => `${String(index + 5).padStart(2, '0')}/12/2026`,
    )
    const results = Object.fromEntries(
      dates.map((date) => [date, { '3': [unit(date, '300.00', 'G2')] }]),
    )
    server({ [units]: ok({ ...parkResults, results }) })
    const page = await visit(gannet.replace('24%2F11', '20%2F12'))
    const list = within(
      screen
        .getByRole('heading', { name: 'Alternative arrival dates' })
        .closest('section') as HTMLElement,
    )
    expect(list.getAllByRole('listitem')).toHaveLength(14)
    await page.user.click(list.getByRole('button', { name: 'Show more dates' }))
    expect(list.getAllByRole('listitem')).toHaveLength(19)
    expect(list.getByRole('button', { name: /Sat 5th Dec/ })).toHaveFocus()
  })

  it('says how many of the reviews can be read, and shows the stars of each', async () => {
    const review = (index: number) => ({
      name: `Guest ${index}`,
      title: '',
      body: `Review ${index}`,
      rating: 4,
      date: '05/07/2026',
      url: '',
    })
    server({
      [units]: ok(parkResults),
      '/api/parkdetails': ok({ park: { ...details, bubbles: '4.7', reviewCount: 412 } }),
      '/api/tripadvisor': ok({ reviews: [1, 2, 3, 4].map(review), bubbles: '4.7' }),
    })
    const page = await visit(gannet)
    await page.user.click(screen.getByRole('button', { name: 'Read 4 of 412 reviews' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Reviews' }))
    expect(dialog.getByText('Review 4')).toBeVisible()
    expect(dialog.getAllByRole('img', { name: '4 of 5' })).toHaveLength(4)
    expect(dialog.getByText(/^4 of 412 reviews/)).toBeVisible()
  })
})
