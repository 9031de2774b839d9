/** The details of the person who books: fields, checks and messages. The server has the same. */
import { ADULT_AGE, parseBirthDate } from './dob'
import { ageOn, type CalendarDate } from './dates'
import { countries } from './countries'
import { type FieldError, FormErrors } from './form-errors'
import { isPostcode, normalisePostcode } from './postcode'
import { isTelephone, normaliseTelephone, telephoneMessage } from './telephone'
import { characters, cleanText, typedEmail } from './typed'
import { FORENAME_MIN, isEmail } from './validators'

/** The largest number of characters in a line of a form. */
export const LINE_MAX = 100

export interface Address {
  address1: string
  address2: string
  town: string
  county: string
  postcode: string
  country: string
}

/** The contact's form; dob is dd/mm/yyyy, country an id such as 'CNUK'. */
export interface Contact extends Address {
  title: string
  forename: string
  surname: string
  dob: string
  email: string
  telephone: string
}

export const adultTitles: readonly string[] = ['Mr', 'Mrs', 'Miss', 'Ms', 'Mx', 'Dr', 'Rev']
export const childTitles: readonly string[] = ['Master', 'Miss', 'Mx']

/** The wrong fields of an address, in form order. */
export function checkAddress(address: Address): FieldError[] {
  return new FormErrors()
    .when(!fits(address.address1), 'address1', 'Please enter your address')
    .when(
      characters(cleanText(address.address2)) > LINE_MAX,
      'address2',
      'Please enter your address',
    )
    .when(!fits(address.town), 'town', 'Please enter your town')
    .when(!fits(address.county), 'county', 'Please enter your county')
    .when(
      !isPostcode(address.postcode, address.country),
      'postcode',
      'Please enter a valid postcode',
    )
    .when(!countries.some(({ id }) => id === address.country), 'country', 'Please select a value')
    .list
}

/** The wrong fields of the contact's form on a day, in form order. */
export function checkContact(contact: Contact, today: CalendarDate): FieldError[] {
  const birth = parseBirthDate(cleanText(contact.dob), today)
  const email = typedEmail(contact.email)
  const forename = cleanText(contact.forename)
  const errors = new FormErrors()
    .when(!adultTitles.includes(contact.title), 'title', 'Please select a value')
    .when(!fits(forename), 'forename', 'Please enter your first name')
    .when(
      characters(forename) < FORENAME_MIN,
      'forename',
      'Forename must be minimum of 2 characters',
    )
    .when(!fits(contact.surname), 'surname', 'Please enter your last name')
    .when(email === '', 'email', 'Please enter your email address')
    .when(!isEmail(email), 'email', 'Please enter a valid email address')
    .when(!isTelephone(contact.telephone), 'telephone', telephoneMessage(contact.telephone))
    .when(birth === undefined, 'dob', 'Please enter DOB')
    .when(
      birth !== undefined && ageOn(birth, today) < ADULT_AGE,
      'dob',
      'You must be 18 or over to make a booking.',
    )
  return [...errors.list, ...checkAddress(contact)]
}

/** The address in the form in which it is sent. */
export function tidyAddress<T extends Address>(address: T): T {
  return {
    ...address,
    address1: cleanText(address.address1),
    address2: cleanText(address.address2),
    town: cleanText(address.town),
    county: cleanText(address.county),
    postcode: normalisePostcode(address.postcode, address.country),
  }
}

/** The contact in the form in which it is sent. */
export function tidyContact<T extends Contact>(contact: T): T {
  return {
    ...tidyAddress(contact),
    forename: cleanText(contact.forename),
    surname: cleanText(contact.surname),
    dob: cleanText(contact.dob),
    email: typedEmail(contact.email),
    telephone: normaliseTelephone(contact.telephone),
  }
}

function fits(text: string): boolean {
  const line = cleanText(text)
  return line !== '' && characters(line) <= LINE_MAX
}
