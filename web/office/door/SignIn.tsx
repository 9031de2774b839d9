import { useEffect, useState } from 'react'
import { useLocation } from '../../src/router'
import { useLifetime } from '../../src/ui'
import { ask } from '../api'
import { Button } from '../parts/Button'
import { PasskeyIcon } from '../parts/icons'
import { Said } from '../parts/Said'
import { useDoing } from '../parts/useDoing'
import type { Door } from '../contract'
import { signedIn } from '../session'
import { DoorFrame } from './DoorFrame'
import { knowsPasskeys, signInByPasskey, signInToDemo } from './passkey'
import { ROLES } from './roles'

/** Why a sign-in at the identity provider has failed, by the codes of internal/office/provider.go. */
const problems: Readonly<Record<string, string>> = {
  late: 'It took too long, or was used before. Sign in again.',
  refused: 'The company’s account was not accepted. Try again, or ask a manager.',
  provider: 'The company’s sign-in does not answer. Try again in a minute, or use a passkey.',
  role: 'Your account has no role here. Ask a manager.',
  stepup: 'The company’s sign-in did not ask who you are again. Sign in again.',
}

const problemOf = (search: string): string | undefined =>
  problems[new URLSearchParams(search).get('problem') ?? '']

/** The door: a passkey, or the company's own sign-in. */
export function SignIn() {
  const door = useDoor()
  const { busy, failure, run } = useDoing()
  const problem = problemOf(useLocation().search)
  useEffect(() => {
    document.title = 'Sign in · Back office'
  }, [])
  return (
    <DoorFrame>
      <div>
        <h1 className="text-h1">Sign in</h1>
        <p className="text-muted">
          {`For the people who run ${door?.office.name ?? 'the holidays'}.`}
        </p>
      </div>
      {failure || problem ? (
        <Said kind="bad" title="You are not signed in.">
          <p>{failure?.message ?? problem}</p>
        </Said>
      ) : null}
      <Ways door={door} busy={busy} run={run} />
    </DoorFrame>
  )
}

/** The ways in for real people: also those through the lock. */
export function Ways({
  door,
  busy,
  run,
}: {
  door: Door | undefined
  busy: boolean
  run: ReturnType<typeof useDoing>['run']
}) {
  return (
    <>
      <Button
        look="commit"
        icon={PasskeyIcon}
        disabled={busy || !knowsPasskeys()}
        onClick={() => void run(signInByPasskey, signedIn)}
      >
        Use passkey
      </Button>
      {knowsPasskeys() ? null : (
        <p className="text-note text-muted">This browser cannot use passkeys.</p>
      )}
      {door?.provider ? (
        // The provider's pages are another site: this is a document, not a route.
        <a
          href={`${door.provider}?to=${encodeURIComponent(here())}`}
          className="control inline-flex items-center justify-center rounded-button border border-field bg-surface px-3 font-semibold hover:border-ink"
        >
          Sign in with the company’s account
        </a>
      ) : null}
      {door?.people.length ? (
        <section aria-labelledby="demo-people" className="flex flex-col gap-2">
          <h2 id="demo-people">In the demo, come in as</h2>
          <ul className="flex flex-col gap-2">
            {door.people.map(({ id, name, role }) => (
              <li key={id} className="flex">
                <Button
                  className="flex-1"
                  disabled={busy}
                  onClick={() => void run((signal) => signInToDemo(id, signal), signedIn)}
                >
                  {`${name}, ${ROLES[role].toLowerCase()}`}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

/** Where the provider comes back to: the screen that was asked for. */
const here = () => (window.location.pathname === '/sign-in' ? '/' : window.location.pathname)

/** How one signs in here; undefined until the server has said so. */
export function useDoor(): Door | undefined {
  const lifetime = useLifetime()
  const [door, setDoor] = useState<Door>()
  useEffect(() => {
    const signal = lifetime()
    void ask<Door>('/api/door', signal).then((answer) => {
      if (answer.ok && !signal.aborted) setDoor(answer.data)
    })
  }, [lifetime])
  return door
}
