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

/** A path of the table as an expression, how exactly it says what it matches, and its routes. */
interface Branch {
  expression: RegExp
  score: number
  routes: readonly RouteObject[]
}

/** The branches of each table in the order in which they are tried. A table is ranked once. */
const ranked = new WeakMap<readonly RouteObject[], Branch[]>()

/**
 * The routes of a path, the outermost first; null where there are none. Of several paths, that with the
 * highest sum over its segments counts: 11 for fixed text, 4 for a parameter, -2 for '*'. Of equal ones it
 * is the first.
 */
export function matchRoutes(table: readonly RouteObject[], pathname: string): RouteMatch[] | null {
  const text = decoded(pathname)
  for (const { expression, routes } of rankedOf(table)) {
    const found = expression.exec(text)
    if (found) {
      const params = paramsOf(found)
      return routes.map((route) => ({ route, params }))
    }
  }
  return null
}

function rankedOf(table: readonly RouteObject[]): Branch[] {
  const known = ranked.get(table)
  if (known) return known
  const branches = table.flatMap((route) => branchesOf(route)).toSorted((a, b) => b.score - a.score)
  ranked.set(table, branches)
  return branches
}

function branchesOf(route: RouteObject, parents: readonly RouteObject[] = []): Branch[] {
  const routes = [...parents, route]
  const { path, caseSensitive = false, children = [] } = route
  if (path === undefined) return children.flatMap((child) => branchesOf(child, routes))
  const segments = path.split('/').filter(Boolean)
  return [{ expression: expressionOf(segments, caseSensitive), score: scoreOf(segments), routes }]
}

function scoreOf(segments: readonly string[]): number {
  const scores = segments.map((segment) =>
    segment === '*' ? -2 : segment.startsWith(':') ? 4 : 11,
  )
  return scores.reduce((sum, score) => sum + score, 0)
}

/** An expression with a named group for each parameter, and 'rest' for that of '*'. */
function expressionOf(segments: readonly string[], caseSensitive: boolean): RegExp {
  const source = segments.map((segment) => {
    if (segment === '*') return '(?:/(?<rest>.*))?'
    return segment.startsWith(':') ? `/(?<${segment.slice(1)}>[^/]+)` : `/${escape(segment)}`
  })
  return new RegExp(`^${source.join('')}/*$`, caseSensitive ? 's' : 'is')
}

const escape = (text: string) => text.replaceAll(/[\\.*+^${}|()[\]?]/g, String.raw`\$&`)

function paramsOf(found: RegExpExecArray): Params {
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
