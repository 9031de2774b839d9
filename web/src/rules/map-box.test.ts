import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxFromText, boxRound, boxToText } from './map-box'

const positions = fc.record({
  lat: fc.double({ min: -89, max: 89, noNaN: true }),
  lon: fc.double({ min: -179, max: 179, noNaN: true }),
})

describe('a box in an address', () => {
  it('is never smaller than the area that was in view', () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        const area = {
          west: Math.min(a.lon, b.lon),
          south: Math.min(a.lat, b.lat),
          east: Math.max(a.lon, b.lon) + 0.01,
          north: Math.max(a.lat, b.lat) + 0.01,
        }
        const read = boxFromText(boxToText(area))
        expect(read?.west).toBeLessThanOrEqual(area.west)
        expect(read?.south).toBeLessThanOrEqual(area.south)
        expect(read?.east).toBeGreaterThanOrEqual(area.east)
        expect(read?.north).toBeGreaterThanOrEqual(area.north)
      }),
    )
  })

  it('does not change when it is read and written again', () => {
    expect(boxToText(boxFromText('-5.5,50,-4.25,50.75') as never)).toBe('-5.5,50,-4.25,50.75')
  })

  it.each([
    null,
    '',
    '-5,50,-4',
    '-5,50,-4,51,52',
    '-4,50,-5,51',
    '-5,51,-4,50',
    '-181,50,-4,51',
    '-5,50,-4,91',
    '-5,,-4,51',
    '-5,50,-4,x',
    '1e1,50,20,51',
    'Infinity,50,-4,51',
  ])('is ignored if the server would refuse it: %s', (text) => {
    expect(boxFromText(text)).toBeUndefined()
  })
})

it('a box around positions contains all of them, and is as small as possible', () => {
  fc.assert(
    fc.property(fc.array(positions, { minLength: 1 }), (list) => {
      const box = boxRound(list)
      expect(box?.west).toBe(Math.min(...list.map(({ lon }) => lon)))
      expect(box?.east).toBe(Math.max(...list.map(({ lon }) => lon)))
      expect(box?.south).toBe(Math.min(...list.map(({ lat }) => lat)))
      expect(box?.north).toBe(Math.max(...list.map(({ lat }) => lat)))
    }),
  )
  expect(boxRound([])).toBeUndefined()
})
