import { expect, it } from 'vitest'
import { holdAnswers } from './held-server'

const PARKS = '/api/parks'
const request = async (path: string) => (await fetch(path)).status

it('a test that answers a request which is not there fails', () => {
  const { pending, all } = holdAnswers()
  expect(() => pending(PARKS)).toThrow('no request to /api/parks waits (index 0)')
  expect(() => pending()).toThrow('no request to any path waits')
  expect(() => all(PARKS)).toThrow('0 requests to /api/parks wait, not one or more')
})

it('a test that answers more or fewer requests than there are, or one of them twice, fails', async () => {
  const { pending, all, held } = holdAnswers()
  const answers = [request(PARKS), request(PARKS), request('/api/init')]
  expect(() => pending(PARKS, 2)).toThrow('no request to /api/parks waits (index 2)')
  const [first, second] = all(PARKS, 2)
  expect([pending(PARKS), pending(PARKS, 1), pending(PARKS, -1)]).toEqual([first, second, second])
  await second.answer({})
  await expect(second.answer({})).rejects.toThrow('the request to /api/parks has been answered')
  expect(held(PARKS)).toEqual([first])
  expect(() => all(PARKS, 2)).toThrow('1 requests to /api/parks wait, not 2')
  await first.answer({})
  await pending().answer({})
  expect(await Promise.all(answers)).toEqual([200, 200, 200])
})
