import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { recordEvents } from '../../test/events'
import { details, parkResults, unit, unitType } from '../../test/parks'
import { renderAt, setWidth } from '../../test/search-page'
import { ParkPage } from './ParkPage'

const address =
  '/holidays/HV101/gannet-sands?channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs='

/** Opens the park's page for a visitor who agreed to analytics, and waits for its units. */
async function park(more: { details?: object; results?: object } = {}) {
  const sent = recordEvents()
  const page = renderAt(address, <ParkPage />, {
    path: '/holidays/:parkId/:slug',
    answers: {
      '/api/parkdetails': [{ data: { park: { ...details, ...more.details } } }],
      '/api/parkresults': [{ data: { ...parkResults, ...more.results } }],
      '/api/tripadvisor': [{ data: { reviews: [], bubbles: '' } }],
      '/content/json/accom-types/new/HV101.json': [{ status: 404 }],
    },
  })
  await screen.findByRole('heading', { level: 3, name: 'Skerry' })
  return { ...page, sent }
}

beforeEach(() => {
  setWidth(1280)
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})

describe('the park page tells analytics', () => {
  it('[ANLY-33] which park was viewed, once', async () => {
    const { sent, user } = await park()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'priceDesc')
    expect(sent('view_park')).toEqual([
      { event: 'view_park', parkId: 'HV101', name: 'Gannet Sands' },
    ])
  })

  it('[ANLY-11] which other date was picked, and nothing when the same date is picked again', async () => {
    const { sent, user } = await park()
    const list = screen
      .getByRole('heading', { name: 'Alternative arrival dates' })
      .closest('section') as HTMLElement
    await user.click(within(list).getByRole('button', { name: /Fri 27th Nov/ }))
    await screen.findByRole('heading', { name: '1 place to stay from Fri 27th Nov' })
    expect(sent('dates_slider_changed')).toEqual([
      { event: 'dates_slider_changed', date: '27/11/2026' },
    ])
    const strip = screen.getByRole('button', { name: /Fri 27th Nov/, pressed: true })
    await user.click(strip)
    expect(sent('dates_slider_changed')).toHaveLength(1)
  })

  it('[ANLY-07] that the visitor leaves for an affiliate park, with the plain name of its operator', async () => {
    const { sent } = await park({
      details: { affiliate: 'aff.haven', affiliateUrl: 'https://aff.example/x' },
    })
    const [link] = screen.getAllByRole('link', { name: /^Book on their site/ })
    link?.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link as HTMLElement)
    expect(sent('affiliate_park_click')).toEqual([
      { event: 'affiliate_park_click', operator: 'Haven' },
    ])
  })

  it('[ANLY-05] which unit was viewed, when its details are opened, not when they are closed', async () => {
    const { sent, user } = await park({
      results: {
        unitTypes: [{ ...unitType('G2', 'Skerry', 2), features: [1] }],
        results: { '24/11/2026': { '3': [unit('u1', '349.00', 'G2')] } },
      },
    })
    expect(sent('view_item')).toEqual([])
    const details = (await screen.findByText('Pictures and details')).closest(
      'details',
    ) as HTMLDetailsElement
    await user.click(screen.getByText('Pictures and details'))
    await waitFor(() => expect(sent('view_item')).toHaveLength(1))
    expect(details).toHaveAttribute('open')
    await user.click(screen.getByText('Pictures and details'))
    expect(sent('view_item')).toEqual([
      {
        event: 'view_item',
        currency: 'GBP',
        value: 349,
        items: [
          {
            item_id: 'u1',
            item_name: 'G2 desc',
            item_brand: 'HV101',
            item_category: 'ukcaravan',
            price: 349,
            quantity: 1,
          },
        ],
      },
    ])
  })

  /** A park with two kinds of units and its filters open. */
  async function openFilters() {
    const { sent, user } = await park({
      results: {
        unitTypes: [
          { ...unitType('G2', 'Skerry', 2), features: [1] },
          { ...unitType('G3', 'Fulmar', 3), features: [1] },
        ],
        results: {
          '24/11/2026': { '3': [unit('u2', '428.00', 'G3'), unit('u1', '349.00', 'G2')] },
        },
      },
    })
    await user.click(screen.getByRole('button', { name: /^Filters/ }))
    await screen.findByRole('button', { name: 'Increase Bedrooms' })
    return { sent, user }
  }

  it('[ANLY-29] [ANLY-30] [ANLY-31] each filter of the units with its value', async () => {
    const { sent, user } = await openFilters()
    await user.click(screen.getByRole('button', { name: 'Increase Bedrooms' }))
    await user.click(screen.getByRole('button', { name: 'Increase Bathrooms' }))
    const feature = within(screen.getByRole('region', { name: 'Features' })).getByRole('checkbox')
    await user.click(feature)
    await user.click(feature)
    const label = feature.closest('label')?.textContent?.trim()
    const sentEvents = () =>
      sent('accom_update_bedrooms', 'accom_update_bathrooms', 'accom_feature')
    await waitFor(() =>
      expect(sentEvents()).toEqual([
        { event: 'accom_update_bedrooms', amount: 1 },
        { event: 'accom_update_bathrooms', amount: 1 },
        { event: 'accom_feature', feature: label, toggle: true },
        { event: 'accom_feature', feature: label, toggle: false },
      ]),
    )
  })

  it('[ANLY-27] [ANLY-28] the change of a price, once, when its slider is released', async () => {
    const { sent } = await openFilters()
    for (const name of ['Lowest price', 'Highest price']) {
      const thumb = screen.getByRole('slider', { name })
      for (const value of ['380', '390']) fireEvent.change(thumb, { target: { value } })
      fireEvent.pointerUp(thumb)
    }
    await waitFor(() =>
      expect(sent('accom_update_min_price', 'accom_update_max_price')).toEqual([
        { event: 'accom_update_min_price' },
        { event: 'accom_update_max_price' },
      ]),
    )
  })
})
