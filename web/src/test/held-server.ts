import { act } from '@testing-library/react'
import { ok, serve, type Answer, type Answers, type RecordedRequest } from './server'

/** A request that waits for the test to answer it. */
export interface Held extends RecordedRequest {
  /**
   * Whether its caller has given up or a newer call has replaced it. It can still be answered,
   * because an answer may already be on its way.
   */
  cancelled: () => boolean
  /** Answers with data in the envelope, and waits until the page has processed it. */
  answer: (data: unknown) => Promise<void>
  /** Answers without an envelope, as the CMS does. */
  send: (
    body: unknown,
    options?: { status?: number; headers?: Record<string, string> },
  ) => Promise<void>
  /** Answers with a refusal. */
  refuse: (status: number, code?: string, message?: string) => Promise<void>
  /** Loses the connection. */
  lose: () => Promise<void>
}

/**
 * A fake server that answers a call only when the test says so. Calls in `answers` are answered at
 * once. For all others, `held(path)` lists the requests that still wait, the oldest first, and
 * `pending(path)` is the oldest:
 *
 *     const server = holdAnswers({ '/api/cachedavailability': ok(prices) })
 *     const [first, second] = server.held('/api/search')
 *     await second.answer(found)
 *     await first.answer(other) // late: it must change nothing
 */
export function holdAnswers(answers: Answers = {}) {
  const waiting: Held[] = []
  const hold = (request: RecordedRequest) =>
    new Promise<Answer>((resolve) => {
      const end = (answer: Answer) =>
        act(async () => {
          waiting.splice(waiting.indexOf(one), 1)
          resolve(answer)
          // Long enough for the answer to be read and processed.
          for (let turn = 0; turn < 10; turn++) await Promise.resolve()
        })
      const one: Held = {
        ...request,
        cancelled: () => request.signal?.aborted === true,
        answer: (data) => end(ok(data)),
        send: (body, options) => end({ ...options, body }),
        refuse: (status, code = 'X', message = 'No') =>
          end({ status, body: { success: 0, errors: [{ code, message }] } }),
        lose: () => end('no answer'),
      }
      waiting.push(one)
    })
  const given = new Proxy(answers, {
    get: (target, path: string) => target[path] ?? hold,
  })
  const requests = serve(given, { heedsAbort: false })
  const held = (path: string) => waiting.filter((one) => one.path === path)
  return {
    requests,
    /** All requests to a path, in order. */
    to: (path: string) => requests.filter((one) => one.path === path),
    held,
    /** The oldest request to a path that still waits, or a later one by its index. It must be there. */
    pending: (path: string, index = 0): Held => {
      const request = held(path)[index]
      if (!request) throw new Error(`no request to ${path} waits (index ${index})`)
      return request
    },
    /** All that still wait. */
    waiting: () => [...waiting],
  }
}
