import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FrameWork } from './frame-work'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A job that takes some ms, and notes that it has been done. */
function jobs(done: string[]) {
  return (name: string, ms: number) => () => {
    done.push(name)
    vi.setSystemTime(Date.now() + ms)
  }
}

it('does the jobs in several frames, the most urgent first', () => {
  const done: string[] = []
  const now = vi.spyOn(performance, 'now').mockImplementation(() => Date.now())
  const job = jobs(done)
  const work = new FrameWork()
  work.add('tiles', job('tile', 30))
  work.add('tiles', job('other tile', 30))
  work.replace(
    'marks',
    ['a', 'b', 'c'].map((name) => job(name, 4)),
  )
  work.add('names', job('names', 1))
  expect(done).toEqual([])
  vi.advanceTimersToNextFrame()
  expect(done).toEqual(['a', 'b'])
  vi.advanceTimersToNextFrame()
  expect(done).toEqual(['a', 'b', 'c', 'names'])
  vi.advanceTimersToNextFrame()
  expect(done.slice(4)).toEqual(['tile'])
  vi.advanceTimersToNextFrame()
  expect(done.slice(5)).toEqual(['other tile'])
  now.mockRestore()
})

it('does not do jobs that have been replaced, and none after the end', () => {
  const done: string[] = []
  const work = new FrameWork()
  work.replace('marks', [() => done.push('old')])
  work.replace('marks', [() => done.push('new')])
  vi.advanceTimersToNextFrame()
  expect(done).toEqual(['new'])
  work.add('tiles', () => done.push('tile'))
  work.stop()
  vi.advanceTimersToNextFrame()
  expect(done).toEqual(['new'])
})

it('does the other jobs after one that failed', () => {
  const done: string[] = []
  const work = new FrameWork()
  work.replace('marks', [
    () => {
      throw new Error('a mark failed')
    },
    () => done.push('mark'),
  ])
  work.add('tiles', () => done.push('tile'))
  expect(() => vi.advanceTimersToNextFrame()).toThrow('a mark failed')
  vi.advanceTimersToNextFrame()
  expect(done).toEqual(['mark', 'tile'])
})
