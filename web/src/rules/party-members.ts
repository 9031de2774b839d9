/**
 * The members of a party: their fields in the form, checks and messages. The server has the same.
 */
import { adultTitles, childTitles, type Contact, LINE_MAX } from './contact'
import { ageOn, type CalendarDate } from './dates'
import { kindOfAge, type MemberKind, parseBirthDate } from './dob'
import { type FieldError, FormErrors } from './form-errors'
import { isPresent } from './validators'

/** Who travels, by kind. */
export interface PartyCounts {
  adults: number
  children: number
  under5s: number
}

/** One member in the party form, numbered from 1 in the order adults, children, infants. */
export interface MemberPlace {
  number: number
  kind: MemberKind
  /** 'Adult 1', 'Child 2', 'Infant 1'. */
  label: string
}

/** Whether members must give their age or their date of birth. */
export type PartyAge = 'age' | 'dob'

/** A park's rule for the lead guest: the contact, or the first adult where the contact does not travel. */
export interface LeadGuest {
  /** The age on the day of arrival is at least this. */
  age: number
  /** The rule in words. */
  rule: string
}

/** The typed values by key: title1, initial1, lastName1, age1 or dob1, title2 … */
export type PartyValues = Readonly<Record<string, string>>

/** The stay whose dates decide the ages of the members. */
export interface PartyStay {
  partyAge: PartyAge
  arrival: CalendarDate
  today: CalendarDate
  /** The rule for the first adult; undefined where the contact travels or the park has none. */
  leadGuest?: LeadGuest
}

const MISFIT = 'This age does not match the party you searched for'
const AGE_MAX = 120

/** The members in the party form, in order. */
export function memberPlaces(party: PartyCounts): MemberPlace[] {
  const rows: [MemberKind, string, number][] = [
    ['adult', 'Adult', party.adults],
    ['child', 'Child', party.children],
    ['infant', 'Infant', party.under5s],
  ]
  const places: MemberPlace[] = []
  for (const [kind, word, count] of rows) {
    for (let index = 1; index <= count; index++) {
      places.push({ number: places.length + 1, kind, label: `${word} ${index}` })
    }
  }
  return places
}

/** The titles offered to a kind of member. */
export function titlesFor(kind: MemberKind): readonly string[] {
  return kind === 'adult' ? adultTitles : childTitles
}

/** The wrong fields of the party form, in form order. */
export function checkMembers(
  places: readonly MemberPlace[],
  values: PartyValues,
  stay: PartyStay,
): FieldError[] {
  const errors = new FormErrors()
  for (const place of places) checkMember(errors, place, values, stay)
  return errors.list
}

function checkMember(
  errors: FormErrors,
  place: MemberPlace,
  values: PartyValues,
  stay: PartyStay,
): void {
  const key = (field: string) => `${field}${place.number}`
  const value = (field: string) => (values[key(field)] ?? '').trim()
  const lastName = value('lastName')
  errors
    .when(!titlesFor(place.kind).includes(value('title')), key('title'), 'Please enter title')
    .when(!/^[\p{L}.]{1,3}$/u.test(value('initial')), key('initial'), 'Please enter initial')
    .when(
      !isPresent(lastName) || lastName.length > LINE_MAX,
      key('lastName'),
      'Please enter surname',
    )
  if (stay.partyAge === 'dob') {
    const birth = parseBirthDate(value('dob'), stay.today)
    errors
      .when(birth === undefined, key('dob'), 'Please enter DOB')
      .when(
        birth !== undefined && kindOfAge(ageOn(birth, stay.arrival)) !== place.kind,
        key('dob'),
        MISFIT,
      )
      .when(
        place.number === 1 && birth !== undefined && isTooYoung(ageOn(birth, stay.arrival), stay),
        key('dob'),
        stay.leadGuest?.rule ?? '',
      )
    return
  }
  const age = /^\d{1,3}$/.test(value('age')) ? Number(value('age')) : AGE_MAX + 1
  errors
    .when(age > AGE_MAX, key('age'), 'Please enter age')
    .when(kindOfAge(age) !== place.kind, key('age'), MISFIT)
    .when(place.number === 1 && isTooYoung(age, stay), key('age'), stay.leadGuest?.rule ?? '')
}

function isTooYoung(age: number, { leadGuest }: PartyStay): boolean {
  return leadGuest !== undefined && age < leadGuest.age
}

/** What is wrong with a contact who travels as the lead guest: at most one error. */
export function checkLeadContact(
  contact: Pick<Contact, 'dob'>,
  { arrival, today, leadGuest }: PartyStay,
): FieldError[] {
  const birth = parseBirthDate(contact.dob.trim(), today)
  const tooYoung = leadGuest && birth !== undefined && ageOn(birth, arrival) < leadGuest.age
  return tooYoung ? [{ field: 'dob', message: leadGuest.rule }] : []
}

/** The values of the contact as a member of the party, when the contact travels. */
export function memberFromContact(contact: Contact, stay: PartyStay): Record<string, string> {
  const birth = parseBirthDate(contact.dob.trim(), stay.today)
  return {
    title1: contact.title,
    initial1: Array.from(contact.forename.trim())[0]?.toUpperCase() ?? '',
    lastName1: contact.surname.trim(),
    ...(stay.partyAge === 'dob'
      ? { dob1: contact.dob.trim() }
      : { age1: birth === undefined ? '' : String(ageOn(birth, stay.arrival)) }),
  }
}

/** The fields that setpartydetails sends for the members. */
export function partyFields(
  places: readonly MemberPlace[],
  values: PartyValues,
  partyAge: PartyAge,
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { number, kind } of places) {
    fields[`type${number}`] = kind
    for (const field of ['title', 'initial', 'lastName', partyAge]) {
      fields[`${field}${number}`] = (values[`${field}${number}`] ?? '').trim()
    }
  }
  return fields
}
