import { expect, it } from 'vitest'
import { placeInText } from './place-in-text'

it.each([
  ['The Norfolk Broads', 'the Norfolk Broads'],
  ['Scottish Highlands', 'the Scottish Highlands'],
  ['Leeds & Liverpool Canal', 'the Leeds & Liverpool Canal'],
  ['Llangollen & Shropshire Canals', 'the Llangollen & Shropshire Canals'],
  ['Isle of Wight', 'the Isle of Wight'],
  ['Heart of England', 'the Heart of England'],
  ['Netherlands & Luxembourg', 'the Netherlands & Luxembourg'],
  ['Cumbria & the Lake District', 'Cumbria & the Lake District'],
  ['Cornwall', 'Cornwall'],
  ['Theale', 'Theale'],
])('names %j in a sentence as %j', (name, said) => {
  expect(placeInText(name)).toBe(said)
})
