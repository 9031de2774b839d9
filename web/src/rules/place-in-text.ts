/** Names of regions that have an article in a sentence. */
const WITH_ARTICLE =
  /\b(?:Canals?|Ring|Highlands|Borders|Broads|Islands)$|^(?:Isle|River|Heart|Peak District|Lake District|Cotswolds|Fens|Netherlands)\b/

/** A place's name within a sentence: 'the Norfolk Broads', 'the Scottish Highlands', 'Cornwall'. */
export function placeInText(name: string): string {
  if (name.startsWith('The ')) return `the ${name.slice(4)}`
  return WITH_ARTICLE.test(name) ? `the ${name}` : name
}
