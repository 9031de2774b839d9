/** A node of the syntax tree. */
interface Node {
  type: string
  [key: string]: unknown
}

/**
 * Those of a module's names that one of its functions assigns, so that they may change after the module has
 * run. Names of inner scopes that are equal do not count.
 */
export function assignedLater(body: readonly unknown[], names: Iterable<string>): string[] {
  const found = new Set<string>()
  const visit = (node: Node, seen: ReadonlySet<string>, later: boolean): void => {
    const isFunction = /Function/.test(node.type)
    const hidden = declaredIn(node).filter((name) => seen.has(name))
    const inner =
      hidden.length > 0 ? new Set([...seen].filter((name) => !hidden.includes(name))) : seen
    if (later || isFunction)
      for (const name of assignedBy(node)) if (inner.has(name)) found.add(name)
    // What a field of a class begins with is computed for each object.
    const isLater = later || isFunction || node.type === 'PropertyDefinition'
    for (const part of partsOf(node)) visit(part, inner, isLater)
  }
  for (const statement of body) if (isNode(statement)) visit(statement, new Set(names), false)
  return [...found].toSorted()
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)

/** The names that a node declares for what is in it. */
function declaredIn(node: Node): string[] {
  const { type, id, params, param, body, init, left, cases } = node
  if (/Function/.test(type))
    return [...namesIn(id), ...listOf(params).flatMap(namesIn), ...listOf(body).flatMap(varsIn)]
  if (type.startsWith('Class')) return namesIn(id)
  if (type === 'CatchClause') return namesIn(param)
  if (type === 'SwitchStatement')
    return listOf(cases).flatMap(({ consequent }) => listOf(consequent).flatMap(blockNames))
  if (type === 'BlockStatement' || type === 'StaticBlock') return listOf(body).flatMap(blockNames)
  return type.startsWith('For') ? [...listOf(init), ...listOf(left)].flatMap(blockNames) : []
}

/** The names that a statement declares for its block. */
function blockNames({ type, id, kind, declarations }: Node): string[] {
  if (type === 'FunctionDeclaration' || type === 'ClassDeclaration') return namesIn(id)
  return type === 'VariableDeclaration' && kind !== 'var' ? declaredBy(declarations) : []
}

/** The names that a statement declares for its function. */
function varsIn(node: Node): string[] {
  if (/Function/.test(node.type)) return []
  const own =
    node.type === 'VariableDeclaration' && node.kind === 'var' ? declaredBy(node.declarations) : []
  return [...own, ...partsOf(node).flatMap(varsIn)]
}

const declaredBy = (declarations: unknown) => listOf(declarations).flatMap(({ id }) => namesIn(id))

/** The names that a node assigns. */
function assignedBy({ type, left, argument }: Node): string[] {
  if (type === 'AssignmentExpression') return namesIn(left)
  if (type === 'UpdateExpression') return namesIn(argument)
  return type === 'ForInStatement' || type === 'ForOfStatement' ? namesIn(left) : []
}

/** The names in a pattern: not those in the objects whose properties are assigned. */
function namesIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  const { type, name, elements, properties, argument, left, value } = pattern
  if (type === 'Identifier') return [String(name)]
  if (type === 'ArrayPattern') return listOf(elements).flatMap(namesIn)
  if (type === 'ObjectPattern') return listOf(properties).flatMap(namesIn)
  if (type === 'Property') return namesIn(value)
  if (type === 'RestElement') return namesIn(argument)
  return type === 'AssignmentPattern' ? namesIn(left) : []
}
