import { useLayoutEffect, useRef } from 'react'
import { LockIcon } from '../parts/icons'
import { Said } from '../parts/Said'
import { useDoing } from '../parts/useDoing'
import { Button } from '../parts/Button'
import { session, signOut } from '../session'
import { useDoor, Ways } from './SignIn'

/** The lock before a page that stays as it is, with its drafts, but cannot be read. */
export function Lock() {
  const now = session.use()
  const dialog = useRef<HTMLDialogElement>(null)
  const door = useDoor()
  const { busy, failure, run } = useDoing()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const [first = ''] = 'me' in now ? now.me.person.name.split(' ') : []
  return (
    <dialog
      ref={dialog}
      aria-labelledby="lock-title"
      onCancel={(event) => event.preventDefault()}
      className="locked w-[400px] max-w-[calc(100vw-32px)] rounded-card bg-surface p-6 shadow-float"
    >
      <div className="flex flex-col items-center gap-4 text-center">
        <LockIcon size={28} />
        <h2 id="lock-title">{first}, are you still there?</h2>
        <p className="text-muted">Your draft is kept.</p>
        {failure ? (
          <Said kind="bad" title="It stays locked.">
            <p>{failure.message}</p>
          </Said>
        ) : null}
        <Ways door={door} busy={busy} run={run} />
        <Button look="quiet" onClick={() => void signOut()}>
          Somebody else: sign out
        </Button>
      </div>
    </dialog>
  )
}
