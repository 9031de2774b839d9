import ts from 'typescript'

/** Texts that the specification writes like this. */
const GIVEN: ReadonlySet<string> = new Set([
  "Sorry, we can't find that page",
  "We don't do nasty surprises! Here's your full breakdown",
  "Don't worry, we will be back shortly.",
])

/** An apostrophe within a word, or at the end of one before another: can't, parks' prices. */
const STRAIGHT = /\p{L}'(?:\p{L}| \p{L})/u

/** The specification's texts have 'email'. */
const HYPHENATED_EMAIL = /\be-mail/i

/**
 * The texts in a source that have a straight apostrophe in place of a typographic one (’), or a
 * spelling that the site does not use.
 */
export function oddTexts(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)
    const text = isText ? node.text.trim() : ''
    const isOdd = HYPHENATED_EMAIL.test(text) || (STRAIGHT.test(text) && !GIVEN.has(text))
    if (isOdd) found.push(`${name}: ${text}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
