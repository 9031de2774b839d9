import { afterAll, expect, it, vi } from 'vitest'
import * as settings from '../rules/settings'

afterAll(() => {
  vi.doUnmock('../rules/settings')
  vi.unstubAllGlobals()
})

it('[FMT-15] the eight numbers whose use the specification does not say are named settings, in its order', () => {
  expect(Object.entries(settings)).toHaveLength(8)
  expect([
    settings.PRICE_SLIDER_MAX,
    settings.PRICE_SLIDER_MIN,
    settings.ADULTS_DEFAULT,
    settings.PETS_DEFAULT,
    settings.BOATS_MIN_ADULTS,
    settings.BLOG_PAGE_SIZE,
    settings.CARD_PROVIDER_FLAG_DEFAULT,
    settings.ADULTS_MIN,
  ]).toEqual([1000, 0, 2, false, 2, 12, true, 1])
})

it('[FMT-15] the product uses these settings and no number of its own', async () => {
  vi.resetModules()
  vi.doMock('../rules/settings', () => ({
    PRICE_SLIDER_MAX: 1700,
    PRICE_SLIDER_MIN: 30,
    ADULTS_DEFAULT: 5,
    PETS_DEFAULT: true,
    BOATS_MIN_ADULTS: 4,
    BLOG_PAGE_SIZE: 7,
    CARD_PROVIDER_FLAG_DEFAULT: false,
    ADULTS_MIN: 3,
  }))
  const { wholeStore } = await import('../test/render')
  const { postsCall } = await import('../features/content')
  const { selectFlag } = await import('../features/flags/state')
  const { updateMaxPrice, updateMinPrice } = await import('../features/search')
  const { minAdults, isPartyInvalid, BOATS_PARTY_NOTE } = await import('../rules/party')
  const requested: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(url)
    return Promise.resolve(Response.json([]))
  })
  const store = wholeStore()
  const { search, filters } = store.getState()
  expect(search).toMatchObject({ adults: 5, petFriendly: true })
  expect(filters).toMatchObject({ rangeSliderMin: 30, rangeSliderMax: 1700 })
  expect(filters.accom).toMatchObject({ rangeSliderMin: 30, rangeSliderMax: 1700 })
  store.dispatch(updateMinPrice(0))
  store.dispatch(updateMaxPrice(9999))
  expect(store.getState().filters).toMatchObject({ rangeSliderMin: 30, rangeSliderMax: 1700 })
  expect([minAdults('boats'), minAdults('uklodge')]).toEqual([4, 3])
  expect(isPartyInvalid('boats', { adults: 3, children: 0, under5s: 0 })).toBe(true)
  expect(BOATS_PARTY_NOTE).toBe('Min. 4 adults for Boating holidays.')
  expect(selectFlag(store.getState(), 'isWorldpayOn')).toBe(false)
  await store.dispatch(postsCall.run({ page: 1 }))
  expect(requested[0]).toContain('per_page=7&')
})
