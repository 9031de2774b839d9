import { useRoutes, type RouteObject } from 'react-router'
import { HomePage } from '../features/home'
import { NotFoundPage } from '../features/not-found'
import { SearchBox } from '../features/search-box'
import { bookingRoutes } from './booking-routes'
import { redirects } from './redirects'
import { searchRoutes } from './search-routes'
import { UnknownPath } from './UnknownPath'

/**
 * The route table. Pages other than the home page are loaded when they are
 * first visited, from the `pages` module of their feature; everything else of
 * a feature comes through its index. Static segments go before parameters
 * whatever the order here.
 */
const pages: RouteObject[] = [
  { path: '/', element: <HomePage searchBox={<SearchBox home />} /> },
  { path: '/404', element: <NotFoundPage searchBox={<SearchBox home />} /> },
  ...searchRoutes,
  ...bookingRoutes,
]

const routes: RouteObject[] = [
  ...pages.map((route) => Object.assign(route, { caseSensitive: true })),
  ...redirects,
  { path: '*', element: <UnknownPath paths={staticPaths(pages)} /> },
]

/** The page of the present address. */
export function Pages() {
  return useRoutes(routes)
}

/** The paths without parameters, by which a path in other letter case is recognised. */
function staticPaths(table: readonly RouteObject[]): string[] {
  return table.flatMap(({ path }) => (path && !path.includes(':') ? [path] : []))
}
