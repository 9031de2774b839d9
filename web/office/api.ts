/** Calls to the office's server. */

/** Why a call did not do what it was asked. */
export interface Failure {
  /** The HTTP status; 0 where there was no answer. */
  status: number
  code: string
  /** What did not happen, why, and what now. */
  message: string
  /** The field that is wrong. */
  field?: string
  /** Who changed it meanwhile, and when (RFC 3339). */
  by?: string
  at?: string
  /** The roles that may do it. */
  needs?: string[]
  /** The number of the request, for those who look into it. */
  request?: string
}

export type Answer<Data> = { ok: true; data: Data } | { ok: false; failure: Failure }

/** The body of an answer that refuses. */
interface Refused {
  error?: Omit<Failure, 'status'>
}

/** What listens to every answer: the session and the connection (session.ts). */
type Listener = (failure: Failure | undefined) => void
const listeners = new Set<Listener>()

/** Calls `listener` after each answer; returns what ends that. */
export function onAnswer(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const noAnswer: Failure = {
  status: 0,
  code: 'offline',
  message: 'There was no answer. Nothing is lost: try again when the connection is back.',
}

/** Asks the server. An aborted call has an answer too, which nobody should read: check the signal. */
export async function ask<Data>(path: string, signal?: AbortSignal): Promise<Answer<Data>> {
  return send(path, { method: 'GET', signal })
}

/** Sends a body as JSON. Personal data goes this way only, never in an address. */
export async function post<Data>(
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<Answer<Data>> {
  return send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
}

async function send<Data>(path: string, init: RequestInit): Promise<Answer<Data>> {
  const answer = await received<Data>(path, init)
  if (!init.signal?.aborted) {
    for (const listener of listeners) listener(answer.ok ? undefined : answer.failure)
  }
  return answer
}

async function received<Data>(path: string, init: RequestInit): Promise<Answer<Data>> {
  try {
    const response = await fetch(path, { ...init, credentials: 'same-origin', cache: 'no-store' })
    const body = (await response.json()) as Data | Refused
    if (response.ok) return { ok: true, data: body as Data }
    const { error } = body as Refused
    return { ok: false, failure: { ...unexpected(response.status), ...error } }
  } catch {
    return { ok: false, failure: noAnswer }
  }
}

const unexpected = (status: number): Failure => ({
  status,
  code: 'failed',
  message: 'The server could not do this. Try again in a minute.',
})
