// Names of places in sentences. internal/catalogue/place.go has the same rule; both are tested with
// testdata/places.json.

/** Names of places that have an article in a sentence. */
const WITH_ARTICLE =
  /\b(?:Canals?|Ring|Highlands|Borders|Broads|Islands)$|^(?:Isle|River|Heart|Peak District|Lake District|Cotswolds|Fens|Netherlands)\b/

/** Names of places on which one is, and not in them: waters and islands. */
const ON = /\b(?:Canals?|Ring|Broads)$|^(?:Isle|River)\b/

/** A place's name within a sentence: 'the Norfolk Broads', 'the Scottish Highlands', 'Cornwall'. */
export function placeInText(name: string): string {
  if (name.startsWith('The ')) return `the ${name.slice(4)}`
  return WITH_ARTICLE.test(name) ? `the ${name}` : name
}

/** Where something is, in a sentence: 'on the Norfolk Broads', 'in the Scottish Highlands', 'in Cornwall'. */
export function inPlace(name: string): string {
  return `${ON.test(name) ? 'on' : 'in'} ${placeInText(name)}`
}
