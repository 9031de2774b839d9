import { expect, it } from 'vitest'
import { LEAVING, openDocument } from './leaving'

it.each([false, true])('tells that the page is left before it is left (replace: %s)', (replace) => {
  const seen: string[] = []
  const onLeaving = () => seen.push(window.location.hash)
  window.location.hash = ''
  window.addEventListener(LEAVING, onLeaving)
  openDocument(`#wallet-${String(replace)}`, replace)
  window.removeEventListener(LEAVING, onLeaving)
  expect(seen).toEqual([''])
  expect(window.location.hash).toBe(`#wallet-${String(replace)}`)
})
