import { afterEach, expect, it, vi } from 'vitest'
import { appInit } from '../features/catalogue'
import { makeStore } from './store'

afterEach(() => vi.restoreAllMocks())

it.each([
  [501, true],
  [500, false],
])(
  '[PAGE-24] warns of a check that takes more than 1000 ms; %i ms for the action and for the state: %s',
  (took, warned) => {
    const store = makeStore()
    const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
    let now = 0
    vi.spyOn(Date, 'now').mockImplementation(() => (now += took))
    store.dispatch(appInit())
    const warnings = said.mock.calls.filter(([text]) =>
      String(text).startsWith('SerializableState'),
    )
    expect(warnings.length > 0).toBe(warned)
  },
)
