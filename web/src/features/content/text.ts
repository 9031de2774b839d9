import { htmlToDOM, type DOMNode } from 'html-react-parser'

/** Parses HTML. */
export function readHtml(html: string): DOMNode[] {
  return htmlToDOM(html, { lowerCaseAttributeNames: false })
}

/** A node of parsed HTML. The type is structural, because the library exports it under several names. */
interface Node {
  type: string
  name?: string
  data?: string
  children?: readonly Node[]
}

/** HTML as text: without tags, with entities decoded and white space reduced to single spaces. */
export function textOf(html: string): string {
  return textOfNodes(readHtml(html)).replaceAll(/\s+/g, ' ').trim()
}

/** Elements inside a line, around which textOfNodes adds no space. */
const INLINE = /^(?:a|abbr|b|em|i|mark|s|small|span|strong|sub|sup|u)$/

/** The text of parsed HTML. */
export function textOfNodes(nodes: readonly unknown[]): string {
  return (nodes as readonly Node[])
    .map(({ type, name = '', data, children }) => {
      if (type === 'text') return data ?? ''
      if (type !== 'tag') return ''
      const inside = textOfNodes(children ?? [])
      return INLINE.test(name) ? inside : ` ${inside} `
    })
    .join('')
}

/** An excerpt as text. Excerpts that WordPress has made from the text end with […]. */
export function excerptOf(html: string): string {
  return textOf(html).replace(/\s*\[(?:…|\.\.\.)\]$/, '…')
}

/** The greatest length of a description for search engines. */
const DESCRIPTION_LENGTH = 155

/** A text as the description of its page; undefined where there is none. */
export function descriptionOf(text: string): string | undefined {
  return firstWords(text, DESCRIPTION_LENGTH) || undefined
}

/** The beginning of a text, at most `maxLength` characters, cut at the end of a word. */
export function firstWords(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  const end = cut.lastIndexOf(' ')
  return `${(end > maxLength / 2 ? cut.slice(0, end) : cut).replace(/[ ,;:]+$/, '')}…`
}
