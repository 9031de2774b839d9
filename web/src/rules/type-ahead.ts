/** Letters that follow each other within so many milliseconds are of one word. */
const ONE_WORD_MS = 500

/** What was typed in a list, and when its last letter, in milliseconds. */
export interface Typed {
  text: string
  at: number
}

/** What is typed with one more letter. After a pause it begins anew. */
export const typedNext = (typed: Typed, letter: string, at: number): Typed => ({
  text: (at - typed.at < ONE_WORD_MS ? typed.text : '') + letter.toLowerCase(),
  at,
})

/**
 * Of a list's names the one that begins with what was typed: after one letter, or the same letter
 * again, the next of them, round the list from the current one. −1 if there is none.
 */
export function typeAhead(names: readonly string[], current: number, { text }: Typed): number {
  const [letter = ''] = text
  const same = text === letter.repeat(text.length)
  const begin = same ? letter : text
  const from = current + (same ? 1 : 0)
  const step = names.findIndex((_, index) =>
    names[(from + index) % names.length]?.toLowerCase().startsWith(begin),
  )
  return step < 0 ? step : (from + step) % names.length
}
