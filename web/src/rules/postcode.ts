import { characters, cleanText } from './typed'
import { UK_COUNTRY } from './uk-country'
import { isPresent, isUkPostcode } from './validators'

const FOREIGN_MAX = 12

/**
 * A postcode as it is sent and stored: cleaned, inner spaces reduced to one, and a valid UK
 * postcode in capitals with its single space. The server does the same.
 */
export function normalisePostcode(value: string, country: string): string {
  const tidy = cleanText(value).replace(/\s+/g, ' ')
  if (country !== UK_COUNTRY || tidy === '' || !isUkPostcode(tidy)) return tidy
  const packed = tidy.replace(' ', '').toUpperCase()
  return `${packed.slice(0, -3)} ${packed.slice(-3)}`
}

/**
 * Whether a postcode is valid: it is required in every country, and must match the UK pattern in
 * the UK.
 */
export function isPostcode(value: string, country: string): boolean {
  const tidy = normalisePostcode(value, country)
  if (!isPresent(tidy)) return false
  return country === UK_COUNTRY ? isUkPostcode(tidy) : characters(tidy) <= FOREIGN_MAX
}
