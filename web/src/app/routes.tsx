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

/** The routes, each with the first words that its paths can have. */
const table = routes.map((route) => ({ route, words: firstWordsOf(route) }))

/** The possible first words of a route's paths; empty if the first word can be anything. */
function firstWordsOf({ path, children = [] }: RouteObject): string[] {
  if (path === undefined) return children.flatMap(firstWordsOf)
  const [, word = ''] = path.split('/')
  return path === '*' || word.startsWith(':') ? [] : [word]
}

/** The routes that a path can match. Fewer routes save time, because the router ranks all of them at each navigation. */
function routesFor(pathname: string): RouteObject[] {
  const [, first = ''] = pathname.split('/')
  if (first.includes('%')) return routes
  return table
    .filter(({ words }) => words.length === 0 || words.includes(first))
    .map(({ route }) => route)
}

/** The page of the current address, or Not found if the server says that there is none. */
export function Pages() {
  const missingPath = useSelector(selectMissingPath)
  const { pathname } = useLocation()
  const other = pathname === missingPath ? NOT_FOUND : undefined
  return useRoutes(routesFor(other ?? pathname), other)
}

/** The matching routes of a path, the outermost first, with the parameters in the path. */
export function pagesAt(pathname: string) {
  return (matchRoutes(routesFor(pathname), pathname) ?? []).flatMap(({ route, params }) =>
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
