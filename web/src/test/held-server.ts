import { act } from '@testing-library/react'
import { ok, serve, type Answer, type Answers, type Asked } from './server'

/** A request that waits for the test to answer it. */
export interface Held extends Asked {
  /** Its caller has given up, or a newer call has overtaken it. It can be answered all the same, as an answer may be on its way then. */
  cancelled: () => boolean
  /** Answers it with data in the envelope, and lets the page follow. */
  answer: (data: unknown) => Promise<void>
  /** Answers it with a refusal. */
  refuse: (status: number, code?: string, message?: string) => Promise<void>
  /** The connection is lost. */
  lose: () => Promise<void>
}

/**
 * A stand-in server that answers a call only when the test says so. Calls in
 * `answers` are answered at once; of all others `held(path)` lists those that
 * still wait, the oldest first:
 *
 *     const server = holdAnswers({ '/api/cachedavailability': ok(prices) })
 *     const [first, second] = server.held('/api/search')
 *     await second.answer(found)
 *     await first.answer(other) // late: it must change nothing
 */
export function holdAnswers(answers: Answers = {}) {
  const waiting: Held[] = []
  const hold = (asked: Asked) =>
    new Promise<Answer>((resolve) => {
      const end = (answer: Answer) =>
        act(async () => {
          waiting.splice(waiting.indexOf(held), 1)
          resolve(answer)
          // Until the answer has been read and whatever waits for it has run.
          for (let turn = 0; turn < 10; turn++) await Promise.resolve()
        })
      const held: Held = {
        ...asked,
        cancelled: () => asked.signal?.aborted === true,
        answer: (data) => end(ok(data)),
        refuse: (status, code = 'X', message = 'No') =>
          end({ status, body: { success: 0, errors: [{ code, message }] } }),
        lose: () => end('no answer'),
      }
      waiting.push(held)
    })
  const given = new Proxy(answers, {
    get: (target, path: string) => target[path] ?? hold,
  })
  const asked = serve(given, { heedsAbort: false })
  return {
    asked,
    /** Those of a path that were asked for, in order. */
    to: (path: string) => asked.filter((one) => one.path === path),
    held: (path: string) => waiting.filter((one) => one.path === path),
    /** All that still wait. */
    waiting: () => [...waiting],
  }
}
