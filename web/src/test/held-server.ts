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
 * once. For all others, `pending(path)` is the oldest request that still waits, and `all(path)` are all
 * of them. Both fail if there is none, so that no test passes because it has answered nothing:
 *
 *     const server = holdAnswers({ '/api/cachedavailability': ok(prices) })
 *     const [first, second] = server.all('/api/search', 2)
 *     await second.answer(found)
 *     await first.answer(other) // late: it must change nothing
 */
export function holdAnswers(answers: Answers = {}) {
  const waiting: Held[] = []
  const hold = (request: RecordedRequest) =>
    new Promise<Answer>((resolve) => {
      const end = (answer: Answer) =>
        act(async () => {
          const index = waiting.indexOf(one)
          if (index === -1) throw new Error(`the request to ${one.path} has been answered`)
          waiting.splice(index, 1)
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
  const waitingFor = (path: string | undefined) =>
    waiting.filter((one) => path === undefined || one.path === path)
  function all(path: string, count: 2): readonly [Held, Held]
  function all(path: string): readonly [Held, ...Held[]]
  function all(path: string, count?: number): readonly Held[] {
    const found = waitingFor(path)
    if (count === undefined ? found.length === 0 : found.length !== count)
      throw new Error(`${found.length} requests to ${path} wait, not ${count ?? 'one or more'}`)
    return found
  }
  return {
    requests,
    /** All requests to a path, in order. */
    to: (path: string) => requests.filter((one) => one.path === path),
    /** The requests to a path that still wait, the oldest first: to look at, not to answer. */
    held: (path: string): readonly RecordedRequest[] => waitingFor(path),
    /**
     * The oldest request to a path that still waits, or another by its index (-1: the newest). Without a
     * path, of all requests. It must be there.
     */
    pending: (path?: string, index = 0): Held => {
      const request = waitingFor(path).at(index)
      if (!request) throw new Error(`no request to ${path ?? 'any path'} waits (index ${index})`)
      return request
    },
    /** The requests to a path that still wait, the oldest first: exactly `count`, or at least one. */
    all,
    /** All that still wait, to whichever path. */
    waiting: () => [...waiting],
  }
}
