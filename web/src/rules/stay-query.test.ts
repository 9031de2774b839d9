import { expect, it } from 'vitest'
import type { SearchCriteria } from './search-url'
import { foundStayQuery, fromStayQuery } from './stay-query'

const criteria: SearchCriteria = {
  channelId: 'ukcaravan',
  regionId: '12',
  parkId: undefined,
  arrivalDate: '2026-11-29T00:00:00.000Z',
  duration: 3,
  adults: 4,
  children: 1,
  under5s: 0,
  petFriendly: true,
  offers: [],
  features: [2],
}

it('[OP-PARK-13] a found price leads to its own date and nights, for the party of the search', () => {
  const stay = { channel: 'ukcaravan', regn: '12', date: '04/12/2026', nights: 4 }
  const query =
    'channel=ukcaravan&region=12&date=04%2F12%2F2026&nights=4&adults=4&children=1&infants=0&dogs=y&features=2'
  expect(foundStayQuery(criteria, stay)).toBe(query)
  // Flexible dates: the date of the stay replaces the choice.
  const flexible = { ...criteria, arrivalDate: undefined, when: 'month-2026-12' }
  expect(foundStayQuery(flexible, stay)).toBe(query)
})

it('a stay of another channel is in the region of its park', () => {
  const stay = { channel: 'uklodge', regn: '15', date: '04/12/2026', nights: 3 }
  expect(foundStayQuery({ ...criteria, parkId: 'HV101' }, stay)).toMatch(
    /^channel=uklodge&region=15&date=04/,
  )
})

it('a price without a search is for two adults', () => {
  const stay = { channel: 'boats', regn: 'B1', date: '04/04/2027', nights: 7 }
  expect(fromStayQuery(stay)).toBe(
    'channel=boats&region=B1&date=04%2F04%2F2027&nights=7&adults=2&children=0&infants=0&dogs=',
  )
  expect(fromStayQuery(stay, { dogs: true })).toMatch(/&dogs=y$/)
  expect(fromStayQuery({ ...stay, regn: undefined })).toMatch(/^channel=boats&date=/)
})
