import type { RouteObject } from 'react-router'
import { HomePage } from '../features/home'
import { NotFoundPage } from '../features/not-found'
import { SearchBox } from '../features/search-box'
import { RouteError } from './ErrorPage'
import { bookingRoutes } from './booking-routes'
import { Layout } from './Layout'
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
  { path: '/404', element: <NotFoundPage /> },
  ...searchRoutes,
  ...bookingRoutes,
]

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <RouteError bare />,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          ...pages.map((route) => ({ caseSensitive: true, ...route })),
          ...redirects,
          { path: '*', element: <UnknownPath paths={staticPaths(pages)} /> },
        ],
      },
    ],
  },
]

/** The paths without parameters, by which a path in other letter case is recognised. */
function staticPaths(table: readonly RouteObject[]): string[] {
  return table.flatMap(({ path }) => (path && !path.includes(':') ? [path] : []))
}
