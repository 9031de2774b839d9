import { ageOn, type CalendarDate, compareNumber, parseDate, yearOf } from './dates'
import { isDateText } from './validators'

/** The age from which a person may make a booking. */
export const ADULT_AGE = 18
/** The first age of a child; anyone younger is an infant. */
export const CHILD_AGE = 5
const OLDEST = 120

/**
 * Reads a date of birth, 'dd/mm/yyyy'. Undefined unless it is an existing day, not after `today`
 * and at most 120 years before it.
 */
export function parseBirthDate(text: string, today: CalendarDate): CalendarDate | undefined {
  if (text === '' || !isDateText(text)) return undefined
  const birth = parseDate(text)
  if (birth === undefined || compareNumber(birth) > compareNumber(today)) return undefined
  return yearOf(today) - yearOf(birth) > OLDEST || ageOn(birth, today) > OLDEST ? undefined : birth
}

/** The kinds of party member, by age. */
export type MemberKind = 'adult' | 'child' | 'infant'

/** Adults are 18 and over, children 5 to 17, infants under 5. */
export function kindOfAge(age: number): MemberKind {
  if (age >= ADULT_AGE) return 'adult'
  return age >= CHILD_AGE ? 'child' : 'infant'
}
