import { contentRoutes } from '../../brands'
import type { PageQuery } from './calls'

/** The content pages that the CMS knows by their slugs. */
const slugs: Readonly<Record<string, string>> = {
  '/inspiration': 'inspiration',
  '/terms': 'terms',
  '/help': 'help',
}

/** The age policy, which has a path of its own (specification, 'Route table'). */
const AGE_POLICY = { path: '/p/age/965', pageId: 965 }

/** The paths of content pages, each with its page. The brand's own come last and replace others. */
export const contentPaths: readonly { path: string; query: PageQuery }[] = [
  ...Object.entries(slugs).map(([path, slug]) => ({ path, query: { slug } })),
  ...[AGE_POLICY, ...contentRoutes].map(({ path, pageId }) => ({ path, query: { pageId } })),
]

/** Which content page a path shows, and its canonical path; undefined for other paths. */
export function pageAt(pathname: string): { path?: string; query: PageQuery } | undefined {
  const withoutSlash = pathname.replace(/\/$/, '')
  const found = contentPaths.find(({ path }) => path === withoutSlash)
  if (found) return found
  const [, id] = /^\/a\/([1-9]\d{0,9})\/[^/]+$/.exec(withoutSlash) ?? []
  if (id === undefined) return undefined
  const pageId = Number(id)
  const configured = contentRoutes.find((route) => route.pageId === pageId)
  return { path: configured?.path, query: { pageId } }
}
