import type { ReactNode } from 'react'
import { Navigate, useLocation } from '../router'

/**
 * An address without a route. If it differs from a known one only in letter case,
 * it redirects there; otherwise it shows the Not found page.
 */
export function UnknownPath({
  paths,
  notFound,
}: {
  paths: readonly string[]
  notFound: ReactNode
}) {
  const { pathname, search, hash } = useLocation()
  const lower = pathname.toLowerCase()
  if (lower !== pathname && paths.includes(lower)) {
    return <Navigate replace to={{ pathname: lower, search, hash }} />
  }
  return notFound
}
