import { vi } from 'vitest'

/** The answer of the fake server to one request. */
export type Answer =
  { status?: number; headers?: Record<string, string>; body: unknown } | 'no answer'

/** The fake server's answers by path: a fixed one, or a function of the request. */
export type Answers = Readonly<
  Record<string, Answer | ((request: RecordedRequest) => Answer | Promise<Answer>)>
>

/** A request that the fake server received. */
export interface RecordedRequest {
  method: string
  /** The origin of the address; that of the page for an address without one. */
  origin: string
  path: string
  query: Record<string, string>
  /** The query as it was sent. */
  search: string
  form: Record<string, string>
  signal: AbortSignal | null | undefined
}

/**
 * Replaces fetch by a fake server and returns the list of its requests, in order. A path without an
 * answer gives 404 with an envelope. When `heedsAbort` is false, an answer arrives even after its
 * request was aborted.
 */
export function serve(answers: Answers, { heedsAbort = true } = {}): RecordedRequest[] {
  const all: RecordedRequest[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost:8080')
    const request: RecordedRequest = {
      method: init.method ?? 'GET',
      origin: url.origin,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      search: url.search,
      form: init.body instanceof FormData ? formFields(init.body) : {},
      signal: init.signal,
    }
    all.push(request)
    const found = answers[url.pathname] ?? {
      status: 404,
      body: { success: 0, errors: [{ message: 'Not found', code: 'NOT_FOUND' }] },
    }
    const answer = typeof found === 'function' ? await found(request) : found
    await Promise.resolve()
    if (answer === 'no answer') throw new TypeError('fetch failed')
    if (heedsAbort) init.signal?.throwIfAborted()
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return new Response(text, { status: answer.status ?? 200, headers: answer.headers })
  })
  return all
}

/** A successful envelope. */
export function ok(data: unknown): Answer {
  return { body: { success: 1, data } }
}

function formFields(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].map(([key, value]) => [key, typeof value === 'string' ? value : value.name]),
  )
}
