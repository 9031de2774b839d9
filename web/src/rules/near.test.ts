import { describe, expect, it } from 'vitest'
import { distanceText, milesFrom, nearFromQuery, nearToQuery, nearToSend } from './near'

const newquay = { name: 'Newquay', lat: 50.415, lon: -5.082 }

describe('a point that results are sorted from', () => {
  it('is as far from another as a map says', () => {
    const london = { lat: '51.5074', lon: '-0.1278' }
    expect(milesFrom({ lat: 55.9533, lon: -3.1883 }, london)).toBeCloseTo(332, 0)
    expect(milesFrom(newquay, { lat: '50.415', lon: '-5.082' })).toBe(0)
    // Across the date line and between the poles.
    expect(milesFrom({ lat: 0, lon: 179.5 }, { lat: '0', lon: '-179.5' })).toBeCloseTo(69, 0)
    expect(milesFrom({ lat: 90, lon: 0 }, { lat: '-90', lon: '0' })).toBeCloseTo(12437, 0)
  })

  it.each([
    {},
    { lat: '', lon: '' },
    { lat: '50', lon: '' },
    { lat: 'x', lon: '1' },
    { lat: '91', lon: '1' },
  ])('has no distance from %j', (to) => {
    expect(milesFrom(newquay, to)).toBeUndefined()
  })

  it.each([
    [0, 'Less than a mile from Newquay'],
    [0.49, 'Less than a mile from Newquay'],
    [0.5, '1 mile from Newquay'],
    [1.4, '1 mile from Newquay'],
    [12.6, '13 miles from Newquay'],
  ])('%d miles are said as %s', (miles, text) => {
    expect(distanceText(miles, 'Newquay')).toBe(text)
  })

  it('can be written to an address and read back', () => {
    expect(nearToQuery(newquay)).toBe('50.415,-5.082,Newquay')
    expect(nearFromQuery('50.415,-5.082,Newquay')).toEqual(newquay)
    const comma = { name: 'Bude, Cornwall', lat: 50.8, lon: -4.5 }
    expect(nearFromQuery(nearToQuery(comma) ?? '')).toEqual(comma)
  })

  it("is not in the address if it is the visitor's own", () => {
    expect(nearToQuery({ ...newquay, own: true })).toBeUndefined()
    expect(nearToQuery(undefined)).toBeUndefined()
  })

  it("is sent with three decimals, and rounded to a quarter of a degree if it is the visitor's own", () => {
    const exact = { name: 'x', lat: 50.41549, lon: -5.08251 }
    expect(nearToSend(exact)).toEqual([50.415, -5.083])
    expect(nearToSend({ ...exact, own: true })).toEqual([50.5, -5])
    expect(nearToSend(undefined)).toBeUndefined()
  })

  it.each([null, '', '50,-5', '50,-5,', ',,x', '95,0,x', '1e9,0,x', '50,-5,' + 'x'.repeat(61)])(
    'is nothing in an address that says %s',
    (value) => {
      expect(nearFromQuery(value)).toBeUndefined()
    },
  )
})
