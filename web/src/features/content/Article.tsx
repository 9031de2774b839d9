import {
  attributesToProps,
  domToReact,
  type DOMNode,
  type Element,
  type HTMLReactParserOptions,
} from 'html-react-parser'
import { useMemo, type ReactElement, type ReactNode } from 'react'
import { AppLink, ButtonLink, classes, Html, useHost } from '../../ui'
import { ChevronRightIcon } from '../../ui/icons'
import { Embed } from './Embed'
import { bookNowTarget, ownPath, saysBookNow } from './links'
import { captionIn, takeLongTables } from './long-tables'
import { readHtml, textOf, textOfNodes } from './text'

/** The editor's classes that styles use. Other classes are removed: they could be the product's. */
const KEPT_CLASS = /^(?:wp-|align|has-|is-)/

/**
 * HTML of the CMS as elements, in its order. The server has sanitised it. Links within the product
 * navigate in place, 'Book now' pictures become buttons, embedded pages wait for consent, and wide
 * tables scroll by themselves. In a long table, which is not parsed, links to other sites do not say
 * that they open in a new tab, and 'Book now' pictures stay pictures.
 */
export function Article({ html, className }: { html: string; className?: string }) {
  const { nodes, tables } = useMemo(() => {
    const split = takeLongTables(html)
    return { nodes: readHtml(split.rest), tables: split.tables }
  }, [html])
  return <ArticlePart nodes={nodes} tables={tables} className={className} />
}

const NO_TABLES: readonly string[] = []

/** Some of the parsed HTML of the CMS. `tables` are the long tables that were taken out of it. */
export function ArticlePart({
  nodes,
  tables = NO_TABLES,
  className,
}: {
  nodes: DOMNode[]
  tables?: readonly string[]
  className?: string
}) {
  const host = useHost()
  const elements = useMemo(
    () => domToReact(nodes, options({ host, tables })),
    [nodes, host, tables],
  )
  return <div className={classes('article', className)}>{elements}</div>
}

/** What the elements need to know of the page. */
interface Context {
  /** The host of the page, where it is known. */
  host: string | undefined
  tables: readonly string[]
}

function options(context: Context): HTMLReactParserOptions {
  const parserOptions: HTMLReactParserOptions = {
    replace: (node) => (isElement(node) ? replacementOf(node, context, parserOptions) : undefined),
  }
  return parserOptions
}

function isElement(node: unknown): node is Element {
  return typeof node === 'object' && node !== null && (node as { type?: unknown }).type === 'tag'
}

/** The element that replaces another; undefined keeps it. */
function replacementOf(
  element: Element,
  { host, tables }: Context,
  parserOptions: HTMLReactParserOptions,
): ReactElement | undefined {
  const { name, attribs } = element
  clean(attribs)
  const children = () => domToReact(element.children as DOMNode[], parserOptions)
  if (name === 'p' || name === 'figure') {
    const book = bookNowLink(element)
    if (book) return <BookNow href={bookNowTarget(book, host)} />
  }
  switch (name) {
    case 'a':
      return linkOf(element, host, children())
    case 'iframe':
      return <Embed attributes={attribs} />
    case 'table': {
      const long = tables[Number(attribs['data-long'] ?? -1)]
      return long === undefined ? (
        <TableFrame label={captionOf(element)}>
          <table {...attributesToProps(attribs)}>{children()}</table>
        </TableFrame>
      ) : (
        <TableFrame label={labelOf(textOf(captionIn(long)))}>
          <Html html={long} />
        </TableFrame>
      )
    }
    case 'h1':
      return <h2 {...attributesToProps(attribs)}>{children()}</h2>
    case 'img':
      return <img alt="" loading="lazy" decoding="async" {...attributesToProps(attribs)} />
    default:
      return undefined
  }
}

/** Removes style attributes, which the content security policy refuses, and classes of the product. */
function clean(attribs: Record<string, string>): void {
  delete attribs.style
  const kept = (attribs.class ?? '').split(/\s+/).filter((one) => KEPT_CLASS.test(one))
  if (kept.length > 0) attribs.class = kept.join(' ')
  else delete attribs.class
}

/** The target of a link that wraps a 'Book now' picture inside a paragraph. */
function bookNowLink(block: Element): string | undefined {
  for (const link of descendants(block, 'a')) {
    const isBookNow = descendants(link, 'img').some(({ attribs: { alt, title, src } }) =>
      saysBookNow(
        alt,
        title,
        decoded(
          src
            ?.replace(/[?#].*$/, '')
            .split('/')
            .at(-1),
        ),
      ),
    )
    if (isBookNow && link.attribs.href) return link.attribs.href
  }
  return undefined
}

/** A file name with its escaped spaces decoded. */
function decoded(name: string | undefined): string | undefined {
  return name?.replaceAll('%20', ' ')
}

function descendants(element: Element, name: string): Element[] {
  return element.children
    .filter(isElement)
    .flatMap((child) => (child.name === name ? [child] : descendants(child, name)))
}

function linkOf({ attribs }: Element, host: string | undefined, children: ReactNode): ReactElement {
  const { href, id } = attribs
  if (href === undefined) return <span id={id}>{children}</span>
  if (href.startsWith('#') || /^(?:tel|mailto):/i.test(href)) {
    return (
      <a id={id} href={href}>
        {children}
      </a>
    )
  }
  const internalPath = ownPath(href, host)
  if (internalPath === undefined && href.startsWith('/') && !href.startsWith('//')) {
    // A file.
    return (
      <a id={id} href={href}>
        {children}
      </a>
    )
  }
  return (
    <AppLink id={id} href={internalPath ?? href}>
      {children}
    </AppLink>
  )
}

/** The frame in which a table scrolls, also by the keyboard. */
function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by the keyboard
    <div role="region" aria-label={label} tabIndex={0} className="article-table">
      {children}
    </div>
  )
}

/** The name of a table for assistive technology: its caption. */
function captionOf(table: Element): string {
  const [caption] = descendants(table, 'caption')
  return labelOf(caption ? textOfNodes(caption.children).trim() : '')
}

function labelOf(caption: string): string {
  return caption || 'Table'
}

function BookNow({ href }: { href: string }) {
  return (
    <p>
      <ButtonLink href={href} className="no-underline">
        <span className="inline-flex items-center gap-2">
          Book Now
          <ChevronRightIcon size={20} aria-hidden="true" />
        </span>
      </ButtonLink>
    </p>
  )
}
