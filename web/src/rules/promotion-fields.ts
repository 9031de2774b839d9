// The fields of the promotion gate, which only the gate needs (specification, 'Promotion gate').
import { FormErrors, type FieldError } from './form-errors'
import { wordCount, type PromotionRules } from './promotion'
import { typedEmail } from './typed'
import { isEmail } from './validators'

/** The newspapers in the order of their codes. */
export function newspapers(
  promotion: PromotionRules | undefined,
): readonly { code: string; name: string }[] {
  return Object.entries(promotion?.papercodes ?? {})
    .map(([code, name]) => ({ code, name }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
}

/** What the visitor has entered. */
export interface GateValues {
  words: readonly string[]
  newspaper: string
  email: string
}

export const WRONG_WORDS = 'Please input correct code words'
export const WRONG_NEWSPAPER = 'Please input a newspaper'
export const WRONG_EMAIL = 'Please input valid email'

/** The wrong ones of the fields that the promotion asks for; `words` stands for all code words. */
export function checkGate(promotion: PromotionRules, values: GateValues): FieldError[] {
  const words = Array.from({ length: wordCount(promotion) }, (_, at) => values.words[at] ?? '')
  const email = typedEmail(values.email)
  return new FormErrors()
    .when(
      words.some((word) => !word.trim()),
      'words',
      WRONG_WORDS,
    )
    .when(promotion.papercapture === 'Y' && !values.newspaper, 'newspaper', WRONG_NEWSPAPER)
    .when(promotion.emailcapture === 'Y' && (!email || !isEmail(email)), 'email', WRONG_EMAIL).list
}

/** The browser's data by which iOS is recognised. */
export interface Device {
  userAgent: string
  maxTouchPoints: number
}

/** Whether the device runs iOS, whose own select is easier to use. */
export function isIos({ userAgent, maxTouchPoints }: Device): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
