import { useSelector } from 'react-redux'
import { matchRoutes, useLocation, useRoutes, type RouteObject } from '../router'
import { selectMissingPath } from '../features/page'
import { bookingRoutes } from './booking-routes'
import { browseRoutes } from './browse-routes'
import { contentPageRoutes } from './content-page-routes'
import { lazyPage, type PageHandle } from './lazy-page'
import { redirects } from './redirects'
import { searchRoutes } from './search-routes'
import { UnknownPath } from './UnknownPath'

/** The path of the Not found page. */
export const NOT_FOUND = '/404'

const notFound = lazyPage(['search'], () => import('../features/not-found/pages'), 'NotFound')

/**
 * The route table. Each page is loaded on the first visit, from the `pages` module of its feature;
 * everything else of a feature is imported from its index. Static segments take precedence over
 * parameters, whatever the order here.
 */
const pages: RouteObject[] = [
  {
    path: '/',
    ...lazyPage(['search'], () => import('../features/home/pages'), 'Home', {
      data: ({ homeData }) => homeData,
    }),
  },
  { path: NOT_FOUND, ...notFound },
  ...searchRoutes,
  ...browseRoutes,
  ...contentPageRoutes,
  ...bookingRoutes,
]

const routes: RouteObject[] = [
  ...pages.map((route) => Object.assign(route, { caseSensitive: true })),
  ...redirects,
  {
    path: '*',
    element: <UnknownPath paths={staticPaths(pages)} notFound={notFound.element} />,
    handle: notFound.handle,
  },
]

/** The page of the current address, or Not found if the server says that there is none. */
export function Pages() {
  const missingPath = useSelector(selectMissingPath)
  const { pathname } = useLocation()
  const other = pathname === missingPath ? NOT_FOUND : undefined
  return useRoutes(routes, other)
}

/** The matching routes of a path, the outermost first, with the parameters in the path. */
export function pagesAt(pathname: string) {
  return (matchRoutes(routes, pathname) ?? []).flatMap(({ route, params }) =>
    route.handle ? [{ handle: route.handle as PageHandle, params }] : [],
  )
}

/** Loads the chunks of all pages, so that the server can render every page without waiting. */
export function loadAllPages(): Promise<unknown> {
  const handles = (table: readonly RouteObject[]): PageHandle[] =>
    table.flatMap(({ handle, children = [] }) => [
      ...(handle ? [handle as PageHandle] : []),
      ...handles(children),
    ])
  return Promise.all(handles(pages).map(({ load }) => load()))
}

/** The paths without parameters. UnknownPath compares with them, ignoring letter case. */
function staticPaths(table: readonly RouteObject[]): string[] {
  return table.flatMap(({ path }) => (path && !path.includes(':') ? [path] : []))
}
