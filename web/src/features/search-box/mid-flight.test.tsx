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
  expect(screen.getByRole('option', { name: /Gannet Sands/ })).toBeVisible()
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
