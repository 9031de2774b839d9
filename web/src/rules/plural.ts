/** '1 night', '2 nights', '0 nights': a count and its word, with 's' unless the count is 1. */
export function plural(count: number, word: string): string {
  return `${count} ${pluralWord(count, word)}`
}

/** The word alone, with 's' unless the count is 1. */
export function pluralWord(count: number, word: string): string {
  return count === 1 ? word : `${word}s`
}
