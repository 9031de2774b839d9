import type { FooterGroup } from './footer-links'

/** A path of the site, and the CMS page at it. */
export interface ContentRoute {
  path: string
  pageId: number
}

/** The content pages of a brand: those of its footer links, and its own, which override them. */
export function contentRoutesOf(
  own: Readonly<Record<string, number | undefined>>,
  footer: readonly FooterGroup[],
): ContentRoute[] {
  const fromFooter = footer
    .flatMap((group) => group.links)
    .map(({ path, pageId }) => [path, pageId] as const)
  return Object.entries({ ...Object.fromEntries(fromFooter), ...own }).flatMap(([path, pageId]) =>
    pageId === undefined ? [] : [{ path, pageId }],
  )
}
