import { expect, it } from 'vitest'
import { pageNumber } from './page-number'
import cases from './testdata/page-numbers.json'

it('reads the page of a list as the server does', () => {
  for (const [page, number] of Object.entries(cases))
    expect(pageNumber(new URLSearchParams({ page })), page).toBe(number)
  expect(pageNumber(new URLSearchParams())).toBe(1)
})
