/** Who is signed in, and whether the server answers. */
import { ask, onAnswer, post } from './api'
import type { Me, Permission } from './contract'
import { dropDrafts } from './drafts'
import { makeStore } from './store'

/**
 * asking: not known yet. out: nobody is signed in. locked: nothing was done for half an hour; the page
 * stays, with its drafts, behind the lock.
 */
export type Session =
  { state: 'asking' } | { state: 'out' } | { state: 'in'; me: Me } | { state: 'locked'; me: Me }

export const session = makeStore<Session>({ state: 'asking' })

/** Since when there has been no connection, in epoch ms; undefined while there is one. */
export const offlineSince = makeStore<number | undefined>(undefined)

/** How often the server is asked whether it answers again. */
const AGAIN_MS = 5000

/** Somebody has signed in. What somebody else had open and typed is not theirs: a new document begins. */
export function signedIn(me: Me): void {
  const before = session.get()
  if ('me' in before && before.me.person.id !== me.person.id) window.location.assign('/')
  else session.set({ state: 'in', me })
}

/** Ends the session on the server; what stands on the page goes with it. */
export async function signOut(): Promise<void> {
  await post('/api/sign-out', {})
  dropDrafts()
  window.location.assign('/')
}

/** Asks who is signed in, and again later where the server cannot say. */
export async function askMe(): Promise<void> {
  const answer = await ask<Me>('/api/me')
  if (answer.ok) return signedIn(answer.data)
  if (answer.failure.status === 401) return
  offlineSince.set(offlineSince.get() ?? Date.now())
  askAgain()
}

let again: ReturnType<typeof setTimeout> | undefined

function askAgain(): void {
  clearTimeout(again)
  again = setTimeout(() => void askMe(), AGAIN_MS)
}

/** Follows the answers of all calls; returns what ends that. */
export function followSession(): () => void {
  const end = onAnswer((failure) => {
    const before = session.get()
    if (failure?.status === 401) {
      const locks = 'me' in before
      session.set(locks ? { state: 'locked', me: before.me } : { state: 'out' })
    }
    if (failure?.status !== 0) return offlineSince.set(undefined)
    offlineSince.set(offlineSince.get() ?? Date.now())
    askAgain()
  })
  const offline = () => offlineSince.set(offlineSince.get() ?? Date.now())
  const online = () => void askMe()
  window.addEventListener('offline', offline)
  window.addEventListener('online', online)
  return () => {
    end()
    clearTimeout(again)
    window.removeEventListener('offline', offline)
    window.removeEventListener('online', online)
  }
}

/** The person who is signed in; only inside the frame, which is shown to them alone. */
export function useMe(): Me {
  const now = session.use()
  if (!('me' in now)) throw new Error('nobody is signed in')
  return now.me
}

/** Whether the person may do something (the server decides; this only says it before). */
export function useMay(): (permission: Permission) => boolean {
  const { may } = useMe()
  return (permission) => {
    const grant = may[permission]
    return grant !== undefined && grant !== 'ask'
  }
}
