import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderBooking, storeWith } from '../../test/booking-pages'
import { serveBooking } from '../../test/bookings'

const afterExtras = { booking: { parkName: 'Gannet Sands', stepsCompleted: ['EXTRAS'] } }

/** Opens the details step. `saved` is a list of the requests that save something. */
async function openDetails() {
  const requests = serveBooking()
  renderBooking('/booking/details', storeWith(afterExtras))
  await screen.findByRole('heading', { name: 'Your details' })
  return { saved: () => requests.filter(({ method }) => method === 'POST') }
}

/** A field of the contact, which comes before those of the party. */
const contact = (label: string) => screen.getAllByLabelText(label)[0] as HTMLElement

/** Replaces the text of a field and leaves the field. */
async function fill(label: string, text: string) {
  const field = contact(label)
  await userEvent.clear(field)
  if (text !== '') {
    await userEvent.click(field)
    await userEvent.paste(text)
  }
  await userEvent.tab()
  return field
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Continue to step 3' }))

describe('the details form', () => {
  it.each([
    ['[FORM-24]', 'Date of birth', 'Please enter DOB'],
    ['[FORM-25]', 'Email address', 'Please enter your email address'],
    ['[FORM-26]', 'First name', 'Please enter your first name'],
    ['[FORM-27]', 'Last name', 'Please enter your last name'],
    ['[FORM-28]', 'Contact telephone number', 'Please enter a valid contact telephone number'],
    ['[FORM-22]', 'Address', 'Please enter your address'],
    ['[FORM-22]', 'Town', 'Please enter your town'],
    ['[FORM-22]', 'County', 'Please enter your county'],
    ['[FORM-22]', 'Postcode', 'Please enter a valid postcode'],
  ])('%s an empty %s shows: %s', async (_, label, message) => {
    const { saved } = await openDetails()
    await submit()
    const field = contact(label)
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(message)
    expect(saved()).toEqual([])
  })

  it.each([
    ['[FORM-24]', 'Date of birth', '31021985', 'Please enter DOB'],
    ['[FORM-25]', 'Email address', 'priya@nowhere', 'Please enter a valid email address'],
    ['[FORM-26]', 'First name', 'P', 'Forename must be minimum of 2 characters'],
    [
      '[FORM-28]',
      'Contact telephone number',
      'ask at home',
      'Please enter a valid contact telephone number',
    ],
    ['[FORM-22]', 'Postcode', 'N1', 'Please enter a valid postcode'],
  ])('%s in the field %s, %s shows: %s', async (_, label, text, message) => {
    await openDetails()
    const field = await fill(label, text)
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(message)
  })

  it.each([
    ['[FORM-24]', 'Date of birth', '14091986'],
    ['[FORM-25]', 'Email address', 'priya@mail.example'],
    ['[FORM-26]', 'First name', 'Jo'],
    ['[FORM-27]', 'Last name', 'Ng'],
    ['[FORM-28]', 'Contact telephone number', '0131 496 0000'],
    ['[FORM-22]', 'Postcode', 'nr2 4th'],
  ])('%s accepts in the field %s: %s', async (_, label, text) => {
    await openDetails()
    const field = await fill(label, text)
    expect(field).toBeValid()
    expect(field).not.toHaveAccessibleDescription(/Please|must/)
  })

  it('[FORM-23] [FORM-33] preselects United Kingdom, and asks for a country when none is chosen', async () => {
    await openDetails()
    const country = contact('Country')
    expect(
      within(country).getByRole('option', { name: 'United Kingdom', selected: true }),
    ).toBeVisible()
    await userEvent.selectOptions(country, 'Select country')
    await submit()
    expect(country).toHaveAccessibleDescription('Please select a value')
  })

  it('[FORM-30] shows at each field of a member what is missing', async () => {
    await openDetails()
    await userEvent.click(screen.getByRole('radio', { name: 'No, I am only making the booking' }))
    await submit()
    for (const name of ['Adult 1', 'Adult 2']) {
      const member = within(screen.getByRole('group', { name }))
      for (const [label, message] of [
        [/^Title/, 'Please enter title'],
        [/^Initial/, 'Please enter initial'],
        [/^(Last name|Surname)/, 'Please enter surname'],
        [/^Age/, 'Please enter age'],
      ] as const)
        expect(member.getByLabelText(label), name).toHaveAccessibleDescription(message)
    }
  })
})
