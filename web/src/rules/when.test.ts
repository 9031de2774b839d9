import { describe, expect, it } from 'vitest'
import { holidayOf, whenShort, whenText } from './when'

describe('flexible dates', () => {
  it.each([
    ['day-2027-06', 'Any day in June 2027'],
    ['weekend-2027-12', 'Any weekend in December 2027'],
    ['summer-holidays-2027', 'Summer holidays 2027'],
    ['february-half-term-2027', 'February half term 2027'],
    ['spring-holidays-2027.Argyll-and-Bute', 'Spring holidays 2027, Argyll and Bute'],
    ['', undefined],
    [undefined, undefined],
  ])('%s is %s', (when, text) => expect(whenText(when) || undefined).toBe(text))
})

it.each([
  ['day-2027-07', 'Any day, Jul 2027'],
  ['weekend-2027-12', 'Any weekend, Dec 2027'],
  ['summer-holidays-2027', 'Summer holidays 2027'],
  ['summer-holidays-2027.Argyll-and-Bute', 'Summer holidays 2027'],
  [undefined, undefined],
])('%s is %s in a narrow field', (when, text) => expect(whenShort(when)).toBe(text))

it.each([
  ['summer-holidays-2027', 'summer-holidays-2027'],
  ['summer-holidays-2027.Argyll-and-Bute', 'summer-holidays-2027'],
  ['day-2027-07', undefined],
  ['weekend-2027-12', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is the holiday %s', (when, holiday) => expect(holidayOf(when)).toBe(holiday))
