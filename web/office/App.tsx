import { useEffect } from 'react'
import { Navigate, useLocation } from '../src/router'
import { InvitationPage } from './door/InvitationPage'
import { SignIn } from './door/SignIn'
import { Frame } from './frame/Frame'
import { askMe, followSession, offlineSince, session } from './session'
import { DoorFrame } from './door/DoorFrame'

/** The addresses before the door. Who is in goes on to Today. */
const DOORS = ['/sign-in', '/invitation']

/** The office: the door, or the frame with a screen. */
export function App() {
  const { state } = session.use()
  const { pathname } = useLocation()
  useEffect(() => {
    const end = followSession()
    void askMe()
    return end
  }, [])
  if (pathname === '/invitation' && state !== 'in') return <InvitationPage />
  if (state === 'asking') return <Opening />
  if (state === 'out') return <SignIn />
  if (DOORS.includes(pathname)) return <Navigate to="/" replace />
  return <Frame />
}

/** Until the server has said who is signed in. */
function Opening() {
  const silent = offlineSince.use() !== undefined
  return (
    <DoorFrame>
      <h1>Back office</h1>
      <p role="status">
        {silent ? 'The server does not answer. This page tries again by itself.' : 'Opening…'}
      </p>
    </DoorFrame>
  )
}
