import type { SiteConfiguration } from './configuration'

/** A link of the footer. One with a pageId makes its path a content page. */
export interface FooterLink {
  title: string
  path: string
  pageId?: number
  /** Leaves the product. */
  external?: boolean
  id?: string
}

export interface FooterGroup {
  title: string
  links: FooterLink[]
}

/** A link as the brand files write it: with a path, or with the configured address it leads to. */
type WrittenLink = Partial<Omit<FooterLink, 'external'>> & { title: string; url?: string }

interface WrittenGroup {
  title: string
  links: readonly WrittenLink[]
}

/** How a brand's footer differs from the shared one. */
export interface FooterChanges {
  /** Ids of the links that it leaves out. */
  without?: readonly string[]
  /** Other paths for links, by id. */
  paths?: Readonly<Record<string, string | undefined>>
  /** Groups of its own, after the shared ones. */
  more?: readonly WrittenGroup[]
}

/**
 * The footer's groups of a brand. The regions of 'Find a holiday' come from the
 * catalogue and are added where the footer is drawn; a link to an address that
 * is not configured is left out.
 */
export function footerGroups(
  shared: readonly WrittenGroup[],
  { without = [], paths = {}, more = [] }: FooterChanges,
  urls: SiteConfiguration['urls'],
): FooterGroup[] {
  const read = ({ url, path = '', ...link }: WrittenLink): FooterLink[] => {
    if (link.id !== undefined && without.includes(link.id)) return []
    if (url === undefined) return [{ ...link, path: paths[link.id ?? ''] ?? path }]
    const address = (urls as Readonly<Record<string, string>>)[url]
    return address ? [{ ...link, path: address, external: true }] : []
  }
  return [...shared, ...more].map(({ title, links }) => ({ title, links: links.flatMap(read) }))
}
