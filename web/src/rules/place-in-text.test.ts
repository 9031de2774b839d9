import { expect, it } from 'vitest'
import { inPlace, placeInText } from './place-in-text'
import cases from './testdata/places.json'

it('says where something is as the server does', () => {
  for (const [name, where] of Object.entries(cases)) {
    expect(inPlace(name)).toBe(where)
    expect(placeInText(name)).toBe(where.replace(/^(?:in|on) /, ''))
  }
})
