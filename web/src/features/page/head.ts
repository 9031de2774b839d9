import { brand } from '../../brands'

/** The contents of a page's head, for browsers and search engines. */
export interface PageHead {
  /** The page's heading; the document title adds the brand's name. */
  title: string
  /** Uses the title as it is, without adding the brand's name. */
  wholeTitle?: boolean
  description?: string
  /** The page's path, without query. Without it the page has no canonical link. */
  path?: string
  noindex?: boolean
}

/**
 * Writes a page's head. For the document's first page, the server has already written description,
 * robots and canonical link from the address: these stay, and missing ones are added.
 */
export function writeHead(
  { title, wholeTitle, description, path, noindex }: PageHead,
  { first }: { first: boolean },
): void {
  document.title = wholeTitle ? title : `${title} | ${brand.global.brandName}`
  const put = first ? add : replace
  put('meta[name="description"]', description, (content) => meta('description', content))
  put('meta[name="robots"]', noindex ? 'noindex' : undefined, (content) => meta('robots', content))
  put('link[rel="canonical"]', path && canonicalUrl(path), (href) => {
    const link = document.createElement('link')
    link.rel = 'canonical'
    link.href = href
    return link
  })
}

/** The site's base URL and a path, without a slash at the end. */
export function canonicalUrl(path: string): string {
  const clean = path.length > 1 ? path.replace(/\/$/, '') : path
  return brand.global.siteBaseUrl + clean
}

function add(selector: string, value: string | undefined, make: (value: string) => HTMLElement) {
  if (value && !document.head.querySelector(selector)) document.head.append(make(value))
}

function replace(
  selector: string,
  value: string | undefined,
  make: (value: string) => HTMLElement,
) {
  const [first, ...others] = document.head.querySelectorAll(selector)
  for (const other of others) other.remove()
  if (!value) first?.remove()
  else if (first) first.replaceWith(make(value))
  else document.head.append(make(value))
}

function meta(name: string, content: string): HTMLMetaElement {
  const element = document.createElement('meta')
  element.name = name
  element.content = content
  return element
}
