import { describe, expect, it } from 'vitest'
import { checkAddress, checkContact, type Contact, tidyContact } from './contact'
import { countries } from './countries'
import { UK_COUNTRY } from './uk-country'
import { checkLookup } from './lookup-form'
import { checkMembers, memberFromContact, memberPlaces, partyFields } from './party-members'

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
const nobody: Contact = {
  title: '',
  forename: '',
  surname: '',
  dob: '',
  email: '',
  telephone: '',
  address1: '',
  address2: '',
  town: '',
  county: '',
  postcode: '',
  country: '',
}
const said = (contact: Partial<Contact>) =>
  checkContact({ ...priya, ...contact }, TODAY).map(({ message }) => message)

const saidOfAddress = (part: Partial<Contact>) =>
  checkAddress({ ...priya, ...part }).map(({ message }) => message)

describe('user details', () => {
  it('[FORM-33] reports everything that is missing, each once and in form order', () => {
    expect(checkContact(nobody, TODAY).map(({ message }) => message)).toEqual([
      'Please select a value',
      'Please enter your first name',
      'Please enter your last name',
      'Please enter your email address',
      'Please enter a valid contact telephone number',
      'Please enter DOB',
      'Please enter your address',
      'Please enter your town',
      'Please enter your county',
      'Please enter a valid postcode',
      'Please select a value',
    ])
    expect(checkContact(priya, TODAY)).toEqual([])
  })

  it('[FORM-24] the date of birth must be a date at least 18 years ago', () => {
    expect(said({ dob: '31/02/1986' })).toEqual(['Please enter DOB'])
    expect(said({ dob: '21/05/2008' })).toEqual(['You must be 18 or over to make a booking.'])
    expect(said({ dob: '20/05/2008' })).toEqual([])
  })

  it('[FORM-25] the e-mail address must be present and valid', () => {
    expect(said({ email: ' ' })).toEqual(['Please enter your email address'])
    expect(said({ email: 'priya.raman@mail' })).toEqual(['Please enter a valid email address'])
    expect(said({ email: ' priya@example.com ' })).toEqual([])
  })

  it('[FORM-26] [FORM-27] a first name of two characters and a last name are required', () => {
    expect(said({ forename: ' ' })).toEqual(['Please enter your first name'])
    expect(said({ forename: ' P ' })).toEqual(['Forename must be minimum of 2 characters'])
    expect(said({ forename: 'Jo' })).toEqual([])
    expect(said({ surname: '' })).toEqual(['Please enter your last name'])
  })

  it('[FORM-28] the telephone number must be one that can be dialled', () => {
    expect(said({ telephone: 'none' })).toEqual(['Please enter a valid contact telephone number'])
    expect(said({ telephone: '+44 7700 900461' })).toEqual([])
  })

  it('[FORM-22] address, town, county and, in the UK, a whole postcode are required', () => {
    expect(saidOfAddress({ address1: '' })).toEqual(['Please enter your address'])
    expect(saidOfAddress({ town: '' })).toEqual(['Please enter your town'])
    expect(saidOfAddress({ county: '' })).toEqual(['Please enter your county'])
    expect([saidOfAddress({ postcode: '' }), saidOfAddress({ postcode: 'NR2' })]).toEqual([
      ['Please enter a valid postcode'],
      ['Please enter a valid postcode'],
    ])
    expect(saidOfAddress({ postcode: '75001', country: 'CNFR' })).toEqual([])
  })

  it('sends what was typed in its normal form', () => {
    const sent = tidyContact({
      ...priya,
      forename: ' Priya ',
      postcode: 'nr24th',
      telephone: '+44 (0)7700 900461',
    })
    expect(sent).toMatchObject({
      forename: 'Priya',
      postcode: 'NR2 4TH',
      telephone: '07700 900461',
    })
  })
})

describe('countries', () => {
  it('lists 195, the United Kingdom first, the rest by name, each once', () => {
    expect(countries).toHaveLength(195)
    expect(countries[0]).toEqual({ id: 'CNUK', label: 'United Kingdom', iso2: 'GB' })
    const rest = countries.slice(1).map(({ label }) => label)
    expect(rest).toEqual([...rest].toSorted((a, b) => a.localeCompare(b, 'en-GB')))
    expect(new Set(countries.map(({ id }) => id)).size).toBe(195)
  })
})

describe('party form', () => {
  const places = memberPlaces({ adults: 2, children: 1, under5s: 1 })
  const stay = { partyAge: 'age', arrival: '2026-07-17', today: TODAY } as const
  const family = {
    title1: 'Ms',
    initial1: 'P',
    lastName1: 'Raman',
    age1: '39',
    title2: 'Mr',
    initial2: 'T',
    lastName2: 'Raman',
    age2: '41',
    title3: 'Miss',
    initial3: 'A',
    lastName3: 'Raman',
    age3: '9',
    title4: 'Master',
    initial4: 'J',
    lastName4: 'Raman',
    age4: '0',
  }

  it('numbers adults, children and infants in one sequence', () => {
    expect(places.map(({ number, label }) => `${number} ${label}`)).toEqual([
      '1 Adult 1',
      '2 Adult 2',
      '3 Child 1',
      '4 Infant 1',
    ])
  })

  it('[FORM-30] requires title, initial, surname and age of every member', () => {
    expect(checkMembers(places, family, stay)).toEqual([])
    const errors = checkMembers(places, {}, stay)
    expect(errors).toHaveLength(16)
    expect(errors.slice(0, 4)).toEqual([
      { field: 'title1', message: 'Please enter title' },
      { field: 'initial1', message: 'Please enter initial' },
      { field: 'lastName1', message: 'Please enter surname' },
      { field: 'age1', message: 'Please enter age' },
    ])
  })

  it('requires ages that match the searched party on the day of arrival', () => {
    const misfit = 'This age does not match the party you searched for'
    expect(
      checkMembers(places, { ...family, age1: '17', age3: '18', age4: '5' }, stay).map((e) => [
        e.field,
        e.message,
      ]),
    ).toEqual([
      ['age1', misfit],
      ['age3', misfit],
      ['age4', misfit],
    ])
    const born = {
      ...family,
      dob1: '17/07/2008',
      dob2: '18/07/2008',
      dob3: '17/07/2021',
      dob4: '18/07/2021',
    }
    expect(checkMembers(places, born, { ...stay, partyAge: 'dob' })).toEqual([
      { field: 'dob2', message: misfit },
    ])
    expect(
      checkMembers(places, { ...born, dob2: '31/02/1990' }, { ...stay, partyAge: 'dob' }),
    ).toEqual([{ field: 'dob2', message: 'Please enter DOB' }])
  })

  it('fills the first place from the contact', () => {
    expect(memberFromContact(priya, stay)).toEqual({
      title1: 'Ms',
      initial1: 'P',
      lastName1: 'Raman',
      age1: '39',
    })
    expect(memberFromContact(priya, { ...stay, partyAge: 'dob' })).toMatchObject({
      dob1: '14/09/1986',
    })
  })

  it('names the fields as the call does', () => {
    expect(partyFields(places.slice(0, 1), { ...family, dob1: 'x' }, 'age')).toEqual({
      type1: 'adult',
      title1: 'Ms',
      initial1: 'P',
      lastName1: 'Raman',
      age1: '39',
    })
  })
})

describe('previous booking lookup', () => {
  it('[FORM-20] requires all three fields', () => {
    const blank = { bookingId: 'no reference', surname: 'no surname', postcode: 'no postcode' }
    expect(checkLookup({ bookingId: '', surname: ' ', postcode: '' }, blank)).toEqual([
      { field: 'bookingId', message: 'no reference' },
      { field: 'surname', message: 'no surname' },
      { field: 'postcode', message: 'no postcode' },
    ])
    expect(
      checkLookup({ bookingId: '7K3QX-9F2MA', surname: 'Raman', postcode: 'anything' }, blank),
    ).toEqual([])
  })
})
