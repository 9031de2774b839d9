import type { SiteConfiguration } from './configuration'

/** A link in the footer. A link with a pageId makes its path a content page. */
export interface FooterLink {
  title: string
  path: string
  pageId?: number
  /** Whether it leads to another site. */
  external?: boolean
  id?: string
}

export interface FooterGroup {
  title: string
  links: FooterLink[]
}

/** A link as in the brand files: with a path, or with the key of a configured URL. */
type WrittenLink = Partial<Omit<FooterLink, 'external'>> & {
  title: string
  url?: string
  /** Only brands that have a content route of their own for the path show the link. */
  ownPage?: boolean
}

interface WrittenGroup {
  title: string
  links: readonly WrittenLink[]
}

/** How a brand's footer differs from the shared one. */
export interface FooterChanges {
  /** The ids of the links that it omits. */
  without?: readonly string[]
  /** Different paths for links, by id. */
  paths?: Readonly<Record<string, string | undefined>>
  /** The brand's own groups, after the shared ones. */
  more?: readonly WrittenGroup[]
}

/**
 * The groups of a brand's footer. The regions of 'Find a holiday' are added where the footer is
 * rendered, from the catalogue. A link to a URL that is not configured, or to a page that the brand does
 * not have, is omitted.
 */
export function footerGroups(
  shared: readonly WrittenGroup[],
  { without = [], paths = {}, more = [] }: FooterChanges,
  urls: SiteConfiguration['urls'],
  ownRoutes: Readonly<Record<string, number | undefined>>,
): FooterGroup[] {
  const read = ({ url, path = '', ownPage = false, ...link }: WrittenLink): FooterLink[] => {
    if (link.id !== undefined && without.includes(link.id)) return []
    if (ownPage && ownRoutes[path] === undefined) return []
    if (url === undefined) return [{ ...link, path: paths[link.id ?? ''] ?? path }]
    const address = (urls as Readonly<Record<string, string>>)[url]
    return address ? [{ ...link, path: address, external: true }] : []
  }
  return [...shared, ...more].map(({ title, links }) => ({ title, links: links.flatMap(read) }))
}
