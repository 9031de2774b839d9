import { useEffect, useState } from 'react'
import { useNavigate } from '../../src/router'
import { Spinner } from '../../src/ui'
import type { Failure } from '../api'
import { Button } from '../parts/Button'
import { PasskeyIcon } from '../parts/icons'
import { Said } from '../parts/Said'
import { useDoing } from '../parts/useDoing'
import { signedIn } from '../session'
import { DoorFrame } from './DoorFrame'
import { acceptInvitation, knowsPasskeys, openInvitation, type Invitation } from './passkey'
import { ROLES } from './roles'

/** The token of the link. It stands after '#', which no browser sends and no server logs. */
const tokenOf = () => window.location.hash.slice(1)

/** An invitation: makes the passkey with which a person signs in from now on. */
export function InvitationPage() {
  const [token] = useState(tokenOf)
  const [invitation, setInvitation] = useState<Invitation>()
  const [refused, setRefused] = useState<Failure>()
  const accepting = useDoing()
  const navigate = useNavigate()
  useEffect(() => {
    document.title = 'Invitation · Back office'
    const abort = new AbortController()
    void openInvitation(token, abort.signal).then((answer) => {
      if (abort.signal.aborted) return
      if (answer.ok) setInvitation(answer.data)
      else setRefused(answer.failure)
    })
    return () => abort.abort()
  }, [token])
  const failure = refused ?? accepting.failure
  return (
    <DoorFrame>
      <h1>{invitation ? `Welcome, ${invitation.name}` : 'Invitation'}</h1>
      {failure ? (
        <Said kind="bad" title="The invitation was not accepted.">
          <p>{failure.message}</p>
        </Said>
      ) : null}
      {invitation || failure ? null : <Spinner />}
      {invitation ? (
        <>
          <p>
            {`You are invited as ${ROLES[invitation.role].toLowerCase()}, with ${invitation.email}. Make a passkey on this device: it replaces a password, and nobody else can use it.`}
          </p>
          <Button
            look="commit"
            icon={PasskeyIcon}
            disabled={accepting.busy || !knowsPasskeys()}
            onClick={() =>
              void accepting.run(
                (signal) => acceptInvitation(token, invitation, signal),
                (me) => {
                  navigate('/', { replace: true })
                  signedIn(me)
                },
              )
            }
          >
            Make passkey
          </Button>
        </>
      ) : null}
    </DoorFrame>
  )
}
