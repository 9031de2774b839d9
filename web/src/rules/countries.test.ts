import { expect, it } from 'vitest'
import { countries } from './countries'
import { UK_COUNTRY } from './uk-country'

it('[CHAN-18] lists 195 countries by code, label and iso2, the United Kingdom first and by default', () => {
  expect(countries).toHaveLength(195)
  expect(countries[0]).toEqual({ id: 'CNUK', label: 'United Kingdom', iso2: 'GB' })
  expect(UK_COUNTRY).toBe('CNUK')
  for (const { id, label, iso2 } of countries.slice(1)) {
    expect(iso2).toMatch(/^[A-Z]{2}$/)
    expect(id).toBe(`CN${iso2}`)
    expect(label).not.toBe('')
  }
  expect(new Set(countries.map(({ id }) => id)).size).toBe(195)
  const labels = countries.slice(1).map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted(new Intl.Collator('en-GB').compare))
})
