import { expect, it } from 'vitest'
import { mapPosition } from './map-position'

it('[PARK-22] a position is numeric, whether the coordinates are text or numbers', () => {
  expect(mapPosition({ lat: '50.41550', lon: -5.0737 })).toEqual({ lat: 50.4155, lon: -5.0737 })
  for (const park of [{}, { lat: '', lon: '' }, { lat: 'x', lon: '1' }, { lat: '0', lon: '0' }])
    expect(mapPosition(park)).toBeUndefined()
})
