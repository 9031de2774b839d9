const EMAIL = /[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g
/** XXXXX-XXXXX of Crockford's base 32. */
const REFERENCE = /\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b/gi
const POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/gi

/** A text for analytics: e-mail addresses, booking references and postcodes are '***'. */
export function masked(text: string): string {
  return text.replace(EMAIL, '***').replace(REFERENCE, '***').replace(POSTCODE, '***')
}
