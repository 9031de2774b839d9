import { masked } from '../../rules/masked'

/** Names whose values are never reported. The server removes the same: internal/operations/errorreport. */
const secret =
  /^(?:passw(?:d|ord)|card.*|cvc|cvv|securitycode|expiry.*|mac2?|e-?mail|.*surname|lastname\d*|postcode|query_?string|cookies?|breadcrumbs|data|form)$/i

const patterns: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // The number of a card.
  [/\b(?:\d[ -]?){12,18}\d\b/g, '***'],
  // The query of an address.
  [/\?[^\s"'<>)]+/g, '?***'],
]

/** A report without personal data: values under secret names are left out, texts are masked. */
export function withoutPersonalData<Value>(value: Value): Value {
  return cleaned(value) as Value
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string')
    return patterns.reduce(
      (text, [pattern, instead]) => text.replace(pattern, instead),
      masked(value),
    )
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !secret.test(name))
  return Object.fromEntries(
    kept.map(([name, each]) => [name, name === 'event_id' ? each : cleaned(each)]),
  )
}
