/** Names whose values are never reported. The server removes the same: internal/errorreport. */
const secret =
  /^(?:passw(?:d|ord)|card.*|cvc|cvv|securitycode|expiry.*|mac2?|e-?mail|.*surname|lastname\d*|postcode|query_?string|cookies?|breadcrumbs|data|form)$/i

const patterns: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g, '***'],
  // A booking reference.
  [/\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b/gi, '***'],
  // A postcode.
  [/\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/gi, '***'],
  // The number of a card.
  [/\b(?:\d[ -]?){12,18}\d\b/g, '***'],
  // The query of an address.
  [/\?[^\s"'<>)]+/g, '?***'],
]

/** A report without personal data: values under secret names are left out, texts are masked. */
export function scrubbed<Value>(value: Value): Value {
  return scrub(value) as Value
}

function scrub(value: unknown): unknown {
  if (typeof value === 'string')
    return patterns.reduce((text, [pattern, instead]) => text.replace(pattern, instead), value)
  if (Array.isArray(value)) return value.map(scrub)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !secret.test(name))
  return Object.fromEntries(
    kept.map(([name, each]) => [name, name === 'event_id' ? each : scrub(each)]),
  )
}
