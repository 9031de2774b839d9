/** 'y' in any case becomes true, 'n' false; any other value is returned unchanged. */
export function yesNo<T>(value: T): T | boolean {
  if (typeof value !== 'string') return value
  const letter = value.toLowerCase()
  if (letter === 'y') return true
  if (letter === 'n') return false
  return value
}

/** The values of a flag in a call or a configuration. */
export type FlagValue = string | number | boolean | null | undefined

/**
 * Whether a value is 1 when parsed as an integer. The second value is used when the first is
 * missing, empty or not an integer.
 */
export function isTrue(value: FlagValue, fallback?: FlagValue): boolean {
  const parsed = Number.parseInt(String(value ?? ''), 10)
  if (!Number.isNaN(parsed)) return parsed === 1
  return fallback === undefined ? false : isTrue(fallback)
}
