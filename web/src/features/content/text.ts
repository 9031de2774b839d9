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
