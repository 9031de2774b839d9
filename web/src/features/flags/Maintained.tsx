import { lazy, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { readCookie } from '../../rules/read-cookie'
import { LazyPart } from '../../ui'
import { isPaymentPath } from '../page'
import { type RootWithFlags, selectFlag } from './state'

const MaintenancePage = lazy(() => import('./MaintenancePage'))

/**
 * The site, or the maintenance page while its flag is on. Staff with the pass, and visitors who are
 * paying, stay on the site.
 */
export function Maintained({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const closed = useSelector((state: RootWithFlags) => selectFlag(state, 'maintenanceMode'))
  if (!closed || isPaymentPath(pathname) || hasPass()) return children
  return (
    // If the page's code cannot be loaded, the site stays, and the server refuses its calls.
    <LazyPart missing={children}>
      <MaintenancePage />
    </LazyPart>
  )
}

/** Whether the visitor has the cookie GrantUserAccess, with any value. */
function hasPass(): boolean {
  return readCookie('GrantUserAccess') !== undefined
}
