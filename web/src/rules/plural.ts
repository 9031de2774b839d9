import { groupThousands } from './money'

/** '1 night', '2 nights', '1,284 customers': a count and its word, with 's' unless the count is 1. */
export function plural(count: number, word: string): string {
  return `${groupThousands(count)} ${pluralWord(count, word)}`
}

/** The word alone, with 's' unless the count is 1. */
export function pluralWord(count: number, word: string): string {
  return count === 1 ? word : `${word}s`
}
