const EMAIL = /[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g
/** A booking reference: XXXXX-XXXXX in Crockford's base 32. */
const REFERENCE = /\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b/gi
const POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/gi

/** Replaces e-mail addresses, booking references and postcodes in a text by '***'. */
export function masked(text: string): string {
  return text.replace(EMAIL, '***').replace(REFERENCE, '***').replace(POSTCODE, '***')
}
