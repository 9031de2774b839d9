import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { holdAnswers } from '../../test/held-server'
import { details } from '../../test/parks'
import { prices } from '../../test/search-page'
import { ok } from '../../test/server'
import { settle, visit } from '../../test/visit'
import { regionChosen } from '../search'

const parkSearch =
  '/results?channel=ukcaravan&region=12&park=HV101&date=24%2F11%2F2026&nights=3&adults=2'
const server = () => holdAnswers({ '/api/cachedavailability': ok(prices) })

it('the late details of a park in the address do not replace a newer choice', async () => {
  const { pending } = server()
  const page = await visit(parkSearch)
  act(() => void page.store.dispatch(regionChosen('13')))
  await settle()
  await pending('/api/parkdetails').answer({ park: details })
  expect(page.store.getState().search).toMatchObject({ regionId: '13' })
  expect(page.store.getState().search.parkId).toBeUndefined()
})

it('a park in the address is shown by name once its details are loaded, also when its page was left and opened again', async () => {
  const { pending } = server()
  const page = await visit(parkSearch)
  await page.goTo('/login')
  await page.back()
  await pending('/api/parkdetails', -1).answer({ park: details })
  expect(screen.getByRole('heading', { level: 1, name: 'Holidays at Gannet Sands' })).toBeVisible()
})

it('Where lists the parks of the newest text when the answers come in reverse order', async () => {
  const { all, to } = server()
  const page = await visit('/results?channel=ukcaravan&region=12')
  const where = screen.getAllByRole('combobox', { name: 'Where' })[0] as HTMLElement
  const type = async (text: string, calls: number) => {
    fireEvent.change(where, { target: { value: text } })
    await expect.poll(() => to('/api/places').length).toBe(calls)
  }
  fireEvent.click(where)
  await type('ga', 1)
  await type('gan', 2)
  const [first, second] = all('/api/places', 2)
  const park = (id: string, name: string) => ({ kind: 'park', id, name, regions: ['12'] })
  await second.answer({ places: [park('HV101', 'Gannet Sands')] })
  await first.answer({ places: [park('HV9', 'Garth Bay')] })
  expect(await screen.findByRole('option', { name: /Gannet Sands/ })).toBeVisible()
  expect(screen.queryByRole('option', { name: /Garth Bay/ })).toBeNull()
  page.leave()
})

it('Where says that it is searching until the server has answered, and only then that nothing is found', async () => {
  const { pending, to } = server()
  const page = await visit('/results?channel=ukcaravan&region=12')
  const where = screen.getAllByRole('combobox', { name: 'Where' })[0] as HTMLElement
  const says = (text: string) => screen.getAllByText(text)[0]
  fireEvent.click(where)
  fireEvent.change(where, { target: { value: 'newquay' } })
  expect(says('Searching…')).toBeInTheDocument()
  await expect.poll(() => to('/api/places').length).toBe(1)
  await pending('/api/places').answer({ places: [] })
  expect(says('Nothing found')).toBeInTheDocument()
  fireEvent.change(where, { target: { value: 'newquays' } })
  expect(says('Searching…')).toBeInTheDocument()
  await expect.poll(() => to('/api/places').length).toBe(2)
  await pending('/api/places').lose()
  expect(says('We could not look for towns and parks.')).toBeInTheDocument()
  expect(screen.queryByText('Nothing found')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await expect.poll(() => to('/api/places').length).toBe(3)
  await pending('/api/places').answer({ places: [] })
  expect(says('Nothing found')).toBeInTheDocument()
  page.leave()
})

it('Where chooses a region that is pressed while the server’s places arrive', async () => {
  const { pending, to } = server()
  const page = await visit('/results?channel=ukcaravan&region=13')
  const where = screen.getAllByRole('combobox', { name: 'Where' })[0] as HTMLElement
  fireEvent.click(where)
  fireEvent.change(where, { target: { value: 'corn' } })
  const option = await screen.findByRole('option', { name: 'Cornwall' })
  fireEvent.pointerDown(option)
  await expect.poll(() => to('/api/places').length).toBe(1)
  await pending('/api/places').answer({
    places: [{ kind: 'region', id: '12', name: 'Cornwall', regions: ['12'], parks: 20 }],
  })
  expect(option).toHaveTextContent('20 parks')
  fireEvent.click(option)
  expect(page.store.getState().search.regionId).toBe('12')
  page.leave()
})

const newquay = {
  kind: 'town',
  id: 'T9',
  name: 'Newquay',
  regions: ['12'],
  regionName: 'Cornwall',
  lat: '50.41',
  lon: '-5.08',
}

/** Types a place and goes on before the server has been asked. */
async function typeAtOnce(text: string, goOn: (where: HTMLElement) => void) {
  const { pending, to } = server()
  const page = await visit('/results?channel=ukcaravan&region=13')
  const where = screen.getAllByRole('combobox', { name: 'Where' })[0] as HTMLElement
  fireEvent.click(where)
  fireEvent.change(where, { target: { value: text } })
  goOn(where)
  await expect.poll(() => to('/api/places').length).toBe(1)
  return { page, where, pending, to, search: () => page.store.getState().search }
}

it.each([
  ['Enter', (where: HTMLElement) => fireEvent.keyDown(where, { key: 'Enter' })],
  ['Tab', (where: HTMLElement) => fireEvent.keyDown(where, { key: 'Tab' })],
])(
  '[OP-SRCH-28] %s at once after typing chooses the place when the answer comes',
  async (_, goOn) => {
    const { page, where, pending, search } = await typeAtOnce('newquay', goOn)
    expect(where).toHaveValue('newquay')
    await pending('/api/places').answer({ places: [newquay] })
    expect(search()).toMatchObject({ regionId: '12', near: { name: 'Newquay' } })
    expect(where).toHaveValue('Newquay')
    page.leave()
  },
)

it('[OP-SRCH-28] Search at once after typing searches for the place when the answer comes', async () => {
  const { page, pending, to } = await typeAtOnce('newquay', () => {
    const button = screen.getAllByRole('button', { name: 'Search' })[0] as HTMLElement
    fireEvent.pointerDown(button)
    fireEvent.click(button)
  })
  expect(screen.getAllByRole('button', { name: 'Search' })[0]).toHaveAttribute('aria-busy', 'true')
  const before = to('/api/search').length
  await pending('/api/places').answer({ places: [newquay] })
  await expect.poll(() => to('/api/search').length).toBe(before + 1)
  expect(to('/api/search').at(-1)?.query).toMatchObject({ region: '12', near: '50.41,-5.08' })
  page.leave()
})

it('[OP-SRCH-28] a typed place that does not exist is said, and nothing is searched for', async () => {
  const { page, where, pending, to } = await typeAtOnce('qqq', () => {
    const button = screen.getAllByRole('button', { name: 'Search' })[0] as HTMLElement
    fireEvent.pointerDown(button)
    fireEvent.click(button)
  })
  const before = to('/api/search').length
  await pending('/api/places').answer({ places: [] })
  await settle()
  expect(to('/api/search')).toHaveLength(before)
  expect(where).toHaveValue('qqq')
  expect(where).toHaveAttribute('aria-expanded', 'true')
  page.leave()
})

it('[OP-SRCH-28] Search after ‘Nothing found’ keeps the list open and searches for nothing', async () => {
  const { pending, to } = server()
  const page = await visit('/results?channel=ukcaravan&region=13')
  const where = screen.getAllByRole('combobox', { name: 'Where' })[0] as HTMLElement
  const button = screen.getAllByRole('button', { name: 'Search' })[0] as HTMLElement
  const press = async () => {
    fireEvent.pointerDown(button)
    act(() => button.focus())
    fireEvent.click(button)
    await settle()
  }
  fireEvent.click(where)
  fireEvent.change(where, { target: { value: 'qqq' } })
  await expect.poll(() => to('/api/places').length).toBe(1)
  await pending('/api/places').answer({ places: [] })
  const before = to('/api/search').length
  await press()
  await press()
  expect(to('/api/search')).toHaveLength(before)
  expect(where).toHaveValue('qqq')
  expect(where).toHaveAttribute('aria-expanded', 'true')
  fireEvent.keyDown(where, { key: 'Escape' })
  expect(where).toHaveValue('Devon')
  await press()
  await expect.poll(() => to('/api/search').length).toBe(before + 1)
  page.leave()
})

it('the place of a text that was typed on a page that was left changes nothing', async () => {
  const { page, pending, search } = await typeAtOnce('newquay', (where) =>
    fireEvent.keyDown(where, { key: 'Tab' }),
  )
  await page.goTo('/login')
  await pending('/api/places').answer({ places: [newquay] })
  expect(search()).toMatchObject({ regionId: '13' })
  expect(search().near).toBeUndefined()
})

it('a late answer does not change which place Enter chooses', async () => {
  const { pending, to } = server()
  const page = await visit('/results?channel=ukcaravan&region=13')
  const where = screen.getAllByRole('combobox', { name: 'Where' })[0] as HTMLElement
  fireEvent.click(where)
  fireEvent.change(where, { target: { value: 'corn' } })
  await screen.findByRole('option', { name: 'Cornwall' })
  await expect.poll(() => to('/api/places').length).toBe(1)
  await pending('/api/places').answer({
    places: [
      { ...newquay, id: 'T8', name: 'Corning', kind: 'town' },
      { kind: 'region', id: '12', name: 'Cornwall', regions: ['12'], parks: 20 },
    ],
  })
  fireEvent.keyDown(where, { key: 'Enter' })
  expect(page.store.getState().search).toMatchObject({ regionId: '12' })
  expect(page.store.getState().search.near).toBeUndefined()
  page.leave()
})
