import ts from 'typescript'

/**
 * Where a page that the browser translates would break. A translation puts elements in the place of
 * text nodes, of which React does not know: React then fails to remove such a text, and to insert an
 * element before it. So a text that comes and goes must be in an element of its own, and so must a
 * text that follows something that comes and goes.
 *
 * Returns the line and the source of every such text in a component's source.
 */
export function textsThatBreak(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const report = (node: ts.Node) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    found.push(`${name}:${line} ${node.getText().trim().replaceAll(/\s+/g, ' ').slice(0, 80)}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter(isShown)
      const alone = ts.isJsxElement(node) && children.length === 1
      if (!alone) children.filter((child) => isPassingText(child, children)).forEach(report)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Whether a text comes and goes beside others, or follows what does. */
function isPassingText(child: ts.JsxChild, siblings: readonly ts.JsxChild[]): boolean {
  if (changesItsNodes(child) && resultsOf(child).some(isText)) return true
  if (!isLoneText(child)) return false
  if (ts.isJsxFragment(child.parent) && isConditional(child.parent)) return true
  const before = siblings[siblings.indexOf(child) - 1]
  return before !== undefined && changesItsNodes(before)
}

/** A child that is not only the space between others. */
function isShown(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return !child.containsOnlyTriviaWhiteSpaces
  return !ts.isJsxExpression(child) || child.expression !== undefined
}

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** A text that stands in the source itself, without an element around it. */
const isLoneText = (child: ts.JsxChild) =>
  ts.isJsxText(child) ||
  (ts.isJsxExpression(child) && child.expression !== undefined && isText(child.expression))

/** What an expression can be shown as: each side of its conditions. */
function resultsOf(node: ts.Node): ts.Node[] {
  if (ts.isJsxExpression(node)) return node.expression ? resultsOf(node.expression) : []
  if (ts.isParenthesizedExpression(node)) return resultsOf(node.expression)
  if (ts.isConditionalExpression(node))
    return [...resultsOf(node.whenTrue), ...resultsOf(node.whenFalse)]
  if (ts.isBinaryExpression(node) && logical.has(node.operatorToken.kind))
    return [...resultsOf(node.left), ...resultsOf(node.right)]
  return [node]
}

const logical: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])

/** A text that is never empty: its node stays, only its value changes. */
const isLastingText = (node: ts.Node) =>
  isText(node) && !(ts.isStringLiteralLike(node) && node.text === '')

/** Whether an expression has nodes at some times and others, or none, at other times. */
function changesItsNodes(child: ts.JsxChild): boolean {
  if (!ts.isJsxExpression(child)) return false
  const results = resultsOf(child)
  return results.length > 1 && !results.every(isLastingText)
}

/** Whether a fragment is one side of a condition, so that its children come and go one by one. */
function isConditional(fragment: ts.Node): boolean {
  const { parent } = fragment
  if (ts.isParenthesizedExpression(parent)) return isConditional(parent)
  return (
    ts.isConditionalExpression(parent) ||
    (ts.isBinaryExpression(parent) && logical.has(parent.operatorToken.kind))
  )
}
