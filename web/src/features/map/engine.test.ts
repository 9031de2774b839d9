import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HolidayMap, moveBeside } from './engine'
import type { Mark, Pin } from './pins'

const sizes = ['clientWidth', 'clientHeight'] as const
let map: HolidayMap

beforeEach(() => {
  vi.useFakeTimers()
  // One job in each frame.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  for (const size of sizes)
    Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => 800 })
  document.body.innerHTML = '<div id="map"></div><input>'
  const nothing = () => undefined
  map = new HolidayMap(
    document.getElementById('map') as HTMLElement,
    { select: nothing, moved: nothing, noBase: nothing },
    { url: '/tiles/{z}/{x}/{y}', credit: '' },
  )
})
afterEach(() => {
  map.remove()
  for (const size of sizes) delete (HTMLElement.prototype as Partial<HTMLElement>)[size]
  vi.useRealTimers()
})

const pin = (id: string, lon: number): Pin => ({ id, name: id, lat: 54, lon, price: 10_000 })
const mark = (id: string, lon: number): Mark => {
  const { price, ...rest } = pin(id, lon)
  return { ...rest, price: price ?? 0, key: id, count: 1, first: 0 }
}
/** Runs some frames, and what waits for an answer. */
async function frames(count: number) {
  for (let frame = 0; frame < count; frame++) {
    vi.advanceTimersToNextFrame()
    await Promise.resolve()
  }
}
const shown = () =>
  [...document.querySelectorAll('.map-pin')].map(
    (element) => element.getAttribute('aria-label')?.split(',')[0],
  )
const button = (name: string) =>
  document.querySelector<HTMLElement>(`.map-pin[aria-label^="${name},"]`)

it('does not show marks of the search before while it waits for the server', async () => {
  map.setPins([pin('A', -4), pin('B', 0)])
  await frames(1)
  expect(shown()).toEqual(['A'])
  let answer: (marks: Mark[]) => void = () => undefined
  map.setPins([pin('C', -4)], () => new Promise((resolve) => (answer = resolve)))
  await frames(5)
  expect(shown()).toEqual([])
  answer([mark('D', -4)])
  await frames(5)
  expect(shown()).toEqual(['D'])
})

it('moves the focus of a mark that has disappeared to the nearest, also if the marks change twice', async () => {
  map.setPins([pin('A', -4), pin('B', 0)])
  await frames(5)
  button('B')?.focus()
  expect(document.activeElement).toBe(button('B'))
  map.setPins([pin('A', -4), pin('C', 0)])
  await frames(1)
  map.setPins([pin('A', -4), pin('D', 0)])
  await frames(5)
  expect(shown()).toEqual(['A', 'D'])
  expect(document.activeElement).not.toBe(document.body)
  expect(button('A')?.parentElement?.parentElement?.contains(document.activeElement)).toBe(true)
})

it('leaves the focus where the visitor has moved it meanwhile', async () => {
  map.setPins([pin('A', -4), pin('B', 0)])
  await frames(5)
  button('B')?.focus()
  map.setPins([pin('A', -4), pin('C', 0)])
  await frames(1)
  const field = document.querySelector('input')
  field?.focus()
  await frames(5)
  expect(shown()).toEqual(['A', 'C'])
  expect(document.activeElement).toBe(field)
})

it('moves so far that a mark beyond its edge is in view when the keyboard reaches it', async () => {
  const { matches } = Element.prototype
  // jsdom does not know what has moved the focus.
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':focus-visible'
      ? this === document.activeElement
      : matches.call(this, selector)
  })
  map.fit({ west: -6, south: 52, east: -2, north: 55 })
  const { north } = map.area()
  const beyond = { ...pin('A', -4), lat: north + 0.01 }
  map.setPins([beyond, { ...pin('B', -4), lat: 53 }])
  await frames(5)
  expect(shown()).toEqual(['A', 'B'])
  button('B')?.focus()
  expect(map.area().north).toBe(north)
  button('A')?.focus()
  expect(map.area().north).toBeGreaterThan(beyond.lat + 0.1)
  await frames(5)
  expect(document.activeElement).toBe(button('A'))
})

it.each([
  ['is not covered', [10, 10, 50, 30], undefined],
  ['is beneath the left edge', [310, 200, 350, 220], { x: -62, y: 0 }],
  ['is beneath the right edge', [540, 200, 590, 220], { x: 72, y: 0 }],
  ['is beneath the top', [430, 110, 470, 130], { x: 0, y: -42 }],
] as const)('a mark that %s moves to the nearest side of the card', (_, sides, move) => {
  const box = ([left, top, right, bottom]: readonly number[]) => ({
    left: left ?? 0,
    top: top ?? 0,
    right: right ?? 0,
    bottom: bottom ?? 0,
  })
  const card = box([300, 100, 600, 380])
  const view = box([0, 0, 800, 400])
  expect(moveBeside(card, box(sides), view)).toEqual(move)
})

it('a mark that fits beside the card on no side stays where it is', () => {
  const card = { left: 0, top: 0, right: 390, bottom: 300 }
  const mark = { left: 100, top: 100, right: 160, bottom: 120 }
  expect(moveBeside(card, mark, card)).toBeUndefined()
})
