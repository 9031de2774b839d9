import parse from 'html-react-parser'
import { useMemo, type ReactElement } from 'react'
import { ButtonLink, useLinksInside } from '../../ui'
import { ChevronRightIcon } from '../../ui/icons'
import { Embed } from './Embed'
import { takeLongTables } from './long-tables'

/** An element as the parser describes it, of which it has two classes. */
interface Element {
  type: string
  name: string
  attribs: Readonly<Record<string, string>>
}

/**
 * HTML of the CMS as elements, in its order: embedded pages wait for consent, and 'Book now' links are
 * buttons. Long tables stay HTML.
 */
export function ArticleWithParts({ html, className }: { html: string; className?: string }) {
  const onClick = useLinksInside()
  const elements = useMemo(() => {
    const { rest, tables } = takeLongTables(html)
    return parse(rest, { replace: (node) => replacementOf(node as unknown as Element, tables) })
  }, [html])
  return (
    // The links inside are clickable; this element only listens.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={onClick} className={className}>
      {elements}
    </div>
  )
}

/** The element that replaces another; undefined keeps it. */
function replacementOf(
  { type, name, attribs }: Element,
  tables: readonly string[],
): ReactElement | undefined {
  if (type !== 'tag') return undefined
  const { class: className, href = '', 'data-long': long } = attribs
  if (name === 'iframe') return <Embed attributes={attribs} />
  if (className === 'book-now') return <BookNow href={href} />
  const table = tables[Number(long ?? -1)]
  return table === undefined ? undefined : <div dangerouslySetInnerHTML={{ __html: table }} />
}

function BookNow({ href }: { href: string }) {
  return (
    <ButtonLink href={href} className="no-underline">
      <span className="inline-flex items-center gap-2">
        Book Now
        <ChevronRightIcon size={20} aria-hidden="true" />
      </span>
    </ButtonLink>
  )
}
