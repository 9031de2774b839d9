import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { memoryHistory, Router } from '../../src/router'
import { App } from '../App'
import { dropDrafts } from '../drafts'
import { offlineSince, session } from '../session'

/** An answer of the fake server: a value, a refusal, or no answer at all. */
export type Answer = object | 'no answer'

/** What a call answers: a fixed value, or what its input gives. */
export type Answers = Record<string, Answer | ((input: never) => Answer | Promise<Answer>)>

/** A refusal of the office's server. */
export const refuse = (status: number, code: string, more: object = {}) => ({
  refused: { status, error: { code, message: `refused: ${code}`, request: 'r-1', ...more } },
})

/** Opens the office at an address, with a server that gives these answers; returns what was asked. */
export function openOffice(address: string, answers: Answers) {
  const asked: { path: string; input: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const input = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    asked.push({ path, input })
    const found = answers[path] ?? refuse(404, 'notFound')
    const answer = typeof found === 'function' ? await found(input as never) : found
    init.signal?.throwIfAborted()
    if (answer === 'no answer') throw new TypeError('fetch failed')
    const { refused } = answer as Partial<ReturnType<typeof refuse>>
    return refused
      ? Response.json({ error: refused.error }, { status: refused.status })
      : Response.json(answer)
  })
  dropDrafts()
  session.set({ state: 'asking' })
  offlineSince.set(undefined)
  const history = memoryHistory(address)
  render(
    <Router history={history}>
      <App />
    </Router>,
  )
  return {
    asked,
    history,
    user: userEvent.setup(),
    inputs: (path: string) => asked.filter((one) => one.path === path).map(({ input }) => input),
  }
}

/** Opens another address of the office that is shown. */
export const goTo = (history: ReturnType<typeof memoryHistory>, pathname: string) =>
  act(() => history.push({ pathname, search: '', hash: '' }))
