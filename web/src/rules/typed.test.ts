import { describe, expect, it } from 'vitest'
import { checkContact, type Contact, tidyContact } from './contact'
import cases from './testdata/typed.json'
import { cleanText } from './typed'
import { UK_COUNTRY } from './uk-country'

// The server's tests read the same cases (internal/booking/typed_test.go).
const TODAY = '2026-05-20'

const priya: Contact = {
  title: 'Ms',
  forename: 'Priya',
  surname: 'Raman',
  dob: '14/09/1986',
  email: 'priya@example.com',
  telephone: '07700 900 461',
  address1: '18 Marl Pit Lane',
  address2: '',
  town: 'Norwich',
  county: 'Norfolk',
  postcode: 'NR2 4TH',
  country: UK_COUNTRY,
}

/** A detail as the details step sends it, or null where it refuses it. */
function sent(change: Partial<Contact>, field: keyof Contact): string | null {
  const contact = { ...priya, ...change }
  if (checkContact(contact, TODAY).length > 0) return null
  return tidyContact(contact)[field]
}

describe('details as people type and paste them', () => {
  it.each(cases.emails)('[FORM-10] the address $typed is sent as $stored', ({ typed, stored }) => {
    expect(sent({ email: typed }, 'email')).toBe(stored)
  })

  it.each(cases.telephones)('the number $typed is sent as $stored', ({ typed, stored }) => {
    expect(sent({ telephone: typed }, 'telephone')?.replaceAll(' ', '') ?? null).toBe(stored)
  })

  it.each(cases.texts)('the text $typed is sent as $stored', ({ typed, stored }) => {
    expect(cleanText(typed)).toBe(stored)
    expect(sent({ town: typed }, 'town')).toBe(stored === '' ? null : stored)
  })

  it.each(cases.postcodes)(
    '[FORM-11] the postcode $typed of $country is sent as $stored',
    ({ typed, country, stored }) => {
      expect(sent({ postcode: typed, country }, 'postcode')).toBe(stored)
    },
  )

  it('takes a hundred characters of any script, and no more', () => {
    expect(sent({ surname: 'я'.repeat(100) }, 'surname')).toBe('я'.repeat(100))
    expect(sent({ surname: '🏖'.repeat(100) }, 'surname')).toBe('🏖'.repeat(100))
    expect(sent({ surname: 'я'.repeat(101) }, 'surname')).toBeNull()
  })

  it('says why a number cannot be dialled', () => {
    const message = (telephone: string) =>
      checkContact({ ...priya, telephone }, TODAY).map((error) => error.message)
    expect(message('0131 496 0000 ext 12')).toEqual([
      'Please enter a valid contact telephone number without an extension',
    ])
    expect(message('0131 496 0000 / 07700 900123')).toEqual([
      'Please enter a valid contact telephone number: one number is enough',
    ])
    expect(message('phone')).toEqual(['Please enter a valid contact telephone number'])
  })
})
