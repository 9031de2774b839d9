import type { DOMNode } from 'html-react-parser'
import { readHtml, textOfNodes } from './text'

/** A part of a text: a question with its answer, or anything else, which has no question. */
export interface TextPart {
  question?: string
  nodes: DOMNode[]
}

/**
 * The parts of a text. A question is a heading of the third level that ends in a question mark; its
 * answer reaches to the next heading of that level or above.
 */
export function partsOf(html: string): TextPart[] {
  const parts: TextPart[] = []
  for (const node of readHtml(html)) {
    const heading = headingOf(node)
    const question = heading?.level === 3 && heading.text.endsWith('?') ? heading.text : undefined
    const last = parts.at(-1)
    if (question !== undefined) parts.push({ question, nodes: [] })
    else if (!last || (last.question !== undefined && (heading?.level ?? 9) <= 3))
      parts.push({ nodes: [node] })
    else last.nodes.push(node)
  }
  return parts.filter(({ question, nodes }) => question !== undefined || textOfNodes(nodes).trim())
}

/** Groups neighbouring parts, so that each group has only questions or none. */
export function grouped(parts: readonly TextPart[]): TextPart[][] {
  const groups: TextPart[][] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last && (last[0]?.question !== undefined) === (part.question !== undefined)) last.push(part)
    else groups.push([part])
  }
  return groups
}

function headingOf(node: DOMNode): { level: number; text: string } | undefined {
  if (!('name' in node)) return undefined
  const [, level] = /^h([1-6])$/.exec(node.name) ?? []
  return level === undefined
    ? undefined
    : { level: Number(level), text: textOfNodes([node]).replaceAll(/\s+/g, ' ').trim() }
}
