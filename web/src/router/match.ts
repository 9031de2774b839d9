import type { ReactNode } from 'react'

/** The parameters in a path, decoded. That of '*' is the rest of the path. */
export type Params = Readonly<Record<string, string | undefined>>

/**
 * A route of the table. Its path is a whole one: '/boat/:parkId/:slug', '/booking/*' or '*'. A route with
 * children has none, and is the frame around them (Outlet).
 */
export interface RouteObject {
  path?: string
  /** Whether upper and lower case differ; by default not. */
  caseSensitive?: boolean
  element?: ReactNode
  /** What the product keeps with the route. */
  handle?: unknown
  children?: RouteObject[]
}

export interface RouteMatch {
  route: RouteObject
  params: Params
}

/** A path of the table with its routes, the outermost first. */
interface Branch {
  path: string
  routes: readonly RouteObject[]
  caseSensitive: boolean
}

/**
 * The routes of a path, the outermost first; null where there are none. Of several, that with more
 * segments counts, then that with more of them fixed, then the first.
 */
export function matchRoutes(routes: readonly RouteObject[], pathname: string): RouteMatch[] | null {
  const branches = routes
    .flatMap((route) => branchesOf(route))
    .toSorted((a, b) => scoreOf(b.path) - scoreOf(a.path))
  for (const { path, routes, caseSensitive } of branches) {
    const params = matchPath(path, pathname, caseSensitive)
    if (params) return routes.map((route) => ({ route, params }))
  }
  return null
}

function branchesOf(route: RouteObject, parents: readonly RouteObject[] = []): Branch[] {
  const routes = [...parents, route]
  const { path, caseSensitive = false, children = [] } = route
  if (path !== undefined) return [{ path, routes, caseSensitive }]
  return children.flatMap((child) => branchesOf(child, routes))
}

/** How exactly a path says what it matches. */
function scoreOf(path: string): number {
  const segments = path.split('/').filter(Boolean)
  const scores = segments.map((segment) =>
    segment === '*' ? -2 : segment.startsWith(':') ? 4 : 11,
  )
  return scores.reduce((sum, score) => sum + score, 0)
}

/** The expressions of the paths, each made once. */
const expressions = new Map<string, RegExp>()

/** An expression with a named group for each parameter, and 'rest' for that of '*'. */
function expressionOf(path: string, caseSensitive: boolean): RegExp {
  const key = `${caseSensitive} ${path}`
  const known = expressions.get(key)
  if (known) return known
  const source = path
    .replace(/^\/?|\/$/, '')
    .split('/')
    .map((segment) => {
      if (segment === '*') return '(?:/(?<rest>.*))?'
      return segment.startsWith(':') ? `/(?<${segment.slice(1)}>[^/]+)` : `/${escape(segment)}`
    })
    .join('')
  const made = new RegExp(`^${source.replace(/\/$/, '')}/*$`, caseSensitive ? 's' : 'is')
  expressions.set(key, made)
  return made
}

const escape = (text: string) => text.replaceAll(/[\\.*+^${}|()[\]?]/g, String.raw`\$&`)

function matchPath(path: string, pathname: string, caseSensitive: boolean): Params | undefined {
  const found = expressionOf(path, caseSensitive).exec(decoded(pathname))
  if (!found) return undefined
  const params = Object.entries(found.groups ?? {}).map(([name, value]) => [
    name === 'rest' ? '*' : name,
    value?.replaceAll(/%2F/gi, '/'),
  ])
  return Object.fromEntries(params) as Params
}

/** A path as it reads. A slash within a segment stays encoded; so does a path that cannot be decoded. */
function decoded(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return pathname
  }
}

/** A path with its parameters filled in. */
export function generatePath(path: string, params: Params): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
