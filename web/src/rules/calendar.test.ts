import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calendarMonths,
  isArrivalPickable,
  nearestPickableDay,
  nearestPricedDay,
  priceCalendar,
  regionPriceList,
  stayPart,
  weekPrices,
} from './calendar'
import { formatShort, fromDayNumber, parseDate, startOfWeek } from './dates'

const priced = (date: string, cheapestPrice: number) => ({ date, cheapestPrice, region: '12' })

describe('the price calendar', () => {
  it('[CAL-08] has date, price, region and the week’s cheapest', () => {
    expect(
      priceCalendar([priced('13/07/2026', 150), priced('14/07/2026', 137)], '2026-07-01'),
    ).toEqual([
      { date: '13/07/2026', price: 150, region: '12', cheapestInWeek: false },
      { date: '14/07/2026', price: 137, region: '12', cheapestInWeek: true },
    ])
  })

  it('[CAL-06] [CAL-02] flags exactly one day of each week that has prices: the earliest of its cheapest', () => {
    const days = fc.uniqueArray(
      fc.record({
        day: fc.integer({ min: 20_780, max: 20_860 }),
        price: fc.integer({ min: 1, max: 9 }),
      }),
      {
        selector: ({ day }) => day,
      },
    )
    fc.assert(
      fc.property(days, (all) => {
        const calendar = priceCalendar(
          all.map(({ day, price }) => priced(formatShort(fromDayNumber(day)), price)),
          '2020-01-01',
        )
        const weekOf = (date: string) => startOfWeek(parseDate(date) ?? '')
        for (const week of new Set(calendar.map(({ date }) => weekOf(date)))) {
          const inWeek = calendar.filter(({ date }) => weekOf(date) === week)
          const least = Math.min(...inWeek.map(({ price }) => price))
          expect(inWeek.filter((entry) => entry.cheapestInWeek)).toEqual([
            inWeek.find(({ price }) => price === least),
          ])
        }
        expect(weekPrices(calendar).size).toBe(
          calendar.filter((entry) => entry.cheapestInWeek).length,
        )
      }),
    )
  })

  it('ignores past days', () => {
    const calendar = priceCalendar([priced('13/07/2026', 1), priced('15/07/2026', 9)], '2026-07-14')
    expect(calendar).toEqual([{ date: '15/07/2026', price: 9, region: '12', cheapestInWeek: true }])
  })
})

it('[CAL-05] [AVAIL-04] runs from the current month to the last available one', () => {
  expect(calendarMonths('2026-11-21', ['2026-11', '2026-12', '2027-02'])).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
    '2027-02',
  ])
  expect(calendarMonths('2026-11-21', []).at(-1)).toBe('2028-05')
})

it('[CAL-03] marks arrival, the days between and departure', () => {
  const days = ['2026-07-16', '2026-07-17', '2026-07-18', '2026-07-19', '2026-07-20', '2026-07-21']
  expect(days.map((day) => stayPart(day, '2026-07-17', 3))).toEqual([
    undefined,
    'arrival',
    'stay',
    'stay',
    'departure',
    undefined,
  ])
})

describe('an arrival day can be picked', () => {
  const rules = {
    channelId: 'boats',
    today: '2026-11-21',
    dataAvailable: true,
    hasPrice: (date: string) => date === '24/11/2026',
  }
  const pickable = (day: string, more = {}) => isArrivalPickable(day, { ...rules, ...more })

  it('[SRCH-72] from tomorrow on', () => {
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => pickable(day))).toEqual([
      false,
      false,
      true,
    ])
  })

  it('[CAL-10] on ukcaravan only with a price', () => {
    expect(pickable('2026-11-24', { channelId: 'ukcaravan' })).toBe(true)
    expect(pickable('2026-11-25', { channelId: 'ukcaravan' })).toBe(false)
    expect(pickable('2026-11-25', { channelId: 'ukcaravan', dataAvailable: false })).toBe(true)
  })
})

it('[CAL-07] [CAL-09] regions are listed by price, then name, with id, name, desc and price', () => {
  const entry = (region: string, cheapestPrice: number) =>
    [
      region,
      { date: '17/07/2026', region, cheapestPrice, prices: {}, nights: 3, pets: 'N' },
    ] as const
  const regions = {
    a: { id: 'a', name: 'Wales', desc: 'Castles' },
    b: { id: 'b', name: 'Devon', desc: 'Lanes' },
    c: { id: 'c', name: 'Kent', desc: 'Orchards' },
  }
  expect(
    regionPriceList(
      new Map([entry('a', 99), entry('c', 120), entry('b', 99), entry('x', 1)]),
      regions,
    ),
  ).toEqual([
    { id: 'b', name: 'Devon', desc: 'Lanes', price: 99 },
    { id: 'a', name: 'Wales', desc: 'Castles', price: 99 },
    { id: 'c', name: 'Kent', desc: 'Orchards', price: 120 },
  ])
})

describe('the nearest priced day', () => {
  const calendar = priceCalendar(
    ['10/07/2026', '13/07/2026', '20/07/2026'].map((date) => priced(date, 100)),
    '2026-07-01',
  )

  it.each([
    ['2026-07-13', '2026-07-13'],
    ['2026-07-11', '2026-07-10'],
    ['2026-07-12', '2026-07-13'],
    ['2026-01-01', '2026-07-10'],
    ['2027-01-01', '2026-07-20'],
  ])('of %s is %s', (day, nearest) => {
    expect(nearestPricedDay(calendar, day)).toBe(nearest)
  })

  it('[RES-19] is the later of two equally near ones, and none without prices', () => {
    const both = priceCalendar([priced('10/07/2026', 1), priced('14/07/2026', 1)], '2026-07-01')
    expect(nearestPricedDay(both, '2026-07-12')).toBe('2026-07-14')
    expect(nearestPricedDay([], '2026-07-12')).toBeUndefined()
  })

  it('is a day of the promotion while it is on', () => {
    const calendar = priceCalendar(
      [priced('10/07/2026', 1), priced('12/07/2026', 1), priced('16/07/2026', 1)],
      '2026-07-01',
    )
    const rules = {
      channelId: 'ukcaravan',
      today: '2026-07-01',
      dataAvailable: true,
      hasPrice: () => true,
      promoDates: new Set(['16/07/2026']),
    }
    expect(nearestPickableDay(calendar, rules, '2026-07-12')).toBe('2026-07-16')
    const others = { ...rules, promoDates: new Set(['01/08/2026']) }
    expect(nearestPickableDay(calendar, others, '2026-07-12')).toBeUndefined()
  })
})
