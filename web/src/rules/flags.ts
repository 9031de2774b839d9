/** 'y' in any case is true, 'n' false; anything else is kept as it is. */
export function yesNo<T>(value: T): T | boolean {
  if (typeof value !== 'string') return value
  const letter = value.toLowerCase()
  if (letter === 'y') return true
  if (letter === 'n') return false
  return value
}

/** What a call or a configuration may hold for a flag. */
export type FlagValue = string | number | boolean | null | undefined

/**
 * Whether a value is 1 when parsed as an integer. When the first is missing,
 * empty or not an integer, the second is used instead.
 */
export function isTrue(value: FlagValue, fallback?: FlagValue): boolean {
  const parsed = Number.parseInt(String(value ?? ''), 10)
  if (!Number.isNaN(parsed)) return parsed === 1
  return fallback === undefined ? false : isTrue(fallback)
}
