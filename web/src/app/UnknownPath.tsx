import { Navigate, useLocation } from 'react-router'
import { NotFoundPage } from '../features/not-found'
import { SearchBox } from '../features/search-box'

/**
 * An address that no route has. One that only differs from a known one by
 * letter case leads there; any other shows the Not found page in place.
 */
export function UnknownPath({ paths }: { paths: readonly string[] }) {
  const { pathname, search, hash } = useLocation()
  const lower = pathname.toLowerCase()
  if (lower !== pathname && paths.includes(lower)) {
    return <Navigate replace to={{ pathname: lower, search, hash }} />
  }
  return <NotFoundPage searchBox={<SearchBox home />} />
}
