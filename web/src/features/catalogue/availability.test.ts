import { expect, it } from 'vitest'
import { readyStore } from '../../test/render'
import { initData } from '../../test/catalogue'
import { ok, serve } from '../../test/server'
import { availabilityCall, selectAvailability } from './availability'

const slice = (nights: number, price: number, months: string[]) => ({
  minprices: { '12': { '17/07/2026': { [nights]: { N: { '2': price } } } } },
  minparkprices: { HV101: { '17/07/2026': { [nights]: { N: { '2': price } } } } },
  months,
  latedeals: [{ date: '17/07/2026', nights, park: 'HV101', price }],
  nightsOptions: { '12': [3, 7] },
})

it('[AVAIL-03] holds minPrices, minParkPrices, months, latedeals and dataAvailable of a channel', async () => {
  const store = readyStore(initData())
  const known = () => selectAvailability(store.getState(), 'ukcaravan')
  expect(known()).toMatchObject({ minPrices: {}, latedeals: [], dataAvailable: false })
  serve({ '/api/cachedavailability': ok(slice(3, 129, ['2026-08', '2026-07'])) })
  await store.dispatch(availabilityCall.run({ channel: 'ukcaravan', region: '12', nights: 3 }))
  const prices = { '17/07/2026': { '3': { N: { '2': 129 } } } }
  expect(known()).toEqual({
    minPrices: { '12': prices },
    minParkPrices: { HV101: prices },
    months: ['2026-07', '2026-08'],
    latedeals: [{ date: '17/07/2026', nights: 3, park: 'HV101', price: 129 }],
    nightsOptions: { '12': [3, 7] },
    dataAvailable: true,
  })
  serve({ '/api/cachedavailability': ok(slice(7, 301, [])) })
  await store.dispatch(availabilityCall.run({ channel: 'ukcaravan', region: '12', nights: 7 }))
  // Parts are merged; the months of an earlier part stay.
  expect(known().minPrices['12']?.['17/07/2026']).toEqual({
    '3': { N: { '2': 129 } },
    '7': { N: { '2': 301 } },
  })
  expect(known().months).toEqual(['2026-07', '2026-08'])
  expect(selectAvailability(store.getState(), 'boats').dataAvailable).toBe(false)
})
