import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.useRealTimers())

const start = Number(process.env.TEST_START)
const since = (time: number) => (time - start) / 60_000

it('the run happens at the instant that it states, and its time passes', async () => {
  const before = Date.now()
  expect(since(before)).toBeGreaterThanOrEqual(0)
  expect(since(before)).toBeLessThan(60)
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(before))
  expect(Math.abs(new Date().getTime() - Date.now())).toBeLessThan(1000)
  expect(Date()).toBe(new Date(Date.parse(Date())).toString())
  expect(new Date(2026, 1, 3).getDate()).toBe(3)
  expect(new Date(0)).toBeInstanceOf(Date)
})

it('fake clocks start at the instant of the run, and give it back', () => {
  vi.useFakeTimers()
  expect(Date.now()).toBe(start)
  vi.advanceTimersByTime(1000)
  expect(Date.now()).toBe(start + 1000)
  vi.useRealTimers()
  expect(since(Date.now())).toBeLessThan(60)
})
