import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expectAccessible } from '../../test/axe'
import { describe, expect, it } from 'vitest'
import { t } from '../../brands'
import { bookAnswer, params, serveBooking } from '../../test/bookings'
import { allTyped, renderBooking, storeWith } from '../../test/booking-pages'
import { ok } from '../../test/server'

const pathsOf = (requests: { path: string }[]) => requests.map(({ path }) => path)
const fromPark = { booking: { parkName: 'Gannet Sands', parkBookingUrl: params.parkBookingUrl } }
const afterExtras = { booking: { ...fromPark.booking, stepsCompleted: ['EXTRAS'] } }

/** Puts a text into a field in one event, as pasting does. */
async function enter(field: HTMLElement, text: string) {
  await userEvent.click(field)
  await userEvent.paste(text)
}

describe('the details step', () => {
  it('[BOOK-09] [BOOK-10] asks for contact and address', async () => {
    serveBooking()
    const { container } = renderBooking('/booking/details', storeWith(afterExtras))
    expect(await screen.findByRole('heading', { name: 'Your details' })).toBeVisible()
    for (const label of [
      'First name',
      'Email address',
      'Contact telephone number',
      'Address',
      'Town',
      'County',
      'Postcode',
      'Country',
    ]) {
      expect(screen.getByLabelText(label)).toBeVisible()
    }
    expect(screen.getByLabelText('Country')).toHaveValue('CNUK')
    await expectAccessible(container)
  })

  it('leads back to the park to change the party, which decides the price', async () => {
    serveBooking()
    renderBooking('/booking/details', storeWith(afterExtras))
    expect(await screen.findByRole('link', { name: 'Change the party' })).toHaveAttribute(
      'href',
      `${params.parkBookingUrl}#prices`,
    )
  })

  it.each([
    ['age', 'Age'],
    ['dob', 'Date of birth'],
  ] as const)('[BOOK-12] asks for each member of a family, with %s', async (partyAge, last) => {
    const party = { adults: 2, children: 2, under5s: 1, partySize: 5, petFriendly: 'N' }
    const requests = serveBooking({ '/api/book': ok(bookAnswer({ party, partyAge })) })
    const { opened } = renderBooking('/booking/details', storeWith(allTyped))
    await screen.findByRole('heading', { name: 'Your details' })
    const members = screen
      .getAllByRole('group')
      .filter((group) => /^(Adult|Child|Infant) \d/.test(group.textContent ?? ''))
    expect(members.map((group) => group.querySelector('legend')?.textContent)).toEqual([
      'Adult 1',
      'Adult 2',
      'Child 1',
      'Child 2',
      'Infant 1',
    ])
    const values = [
      [],
      ['Mr', 'T', 'Raman', '41', '01/02/1985'],
      ['Master', 'O', 'Raman', '12', '01/02/2014'],
      ['Miss', 'I', 'Raman', '5', '17/07/2021'],
      ['Mx', 'B', 'Raman', '4', '18/07/2021'],
    ]
    for (const [index, member] of members.entries()) {
      const fields = within(member)
      expect([...member.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual([
        'Title',
        'Initial',
        'Last name',
        last,
      ])
      const [title, initial, surname, age, dob] = values[index] ?? []
      if (!title || !initial || !surname || !age || !dob) continue
      await userEvent.selectOptions(fields.getByLabelText('Title'), title)
      for (const [label, text] of [
        ['Initial', initial],
        ['Last name', surname],
        [last, partyAge === 'dob' ? dob : age],
      ] as const) {
        await userEvent.clear(fields.getByLabelText(label))
        await enter(fields.getByLabelText(label), text)
      }
    }
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 3' }))
    await waitFor(() => expect(opened).toEqual(['/booking/payment']))
    const sent = requests.find(({ path }) => path === '/api/setpartydetails')?.form
    expect(sent).toMatchObject({
      type2: 'adult',
      type3: 'child',
      title3: 'Master',
      initial3: 'O',
      lastName3: 'Raman',
      type4: 'child',
      type5: 'infant',
      ...(partyAge === 'dob'
        ? { dob1: '14/09/1986', dob3: '01/02/2014', dob5: '18/07/2021' }
        : { age1: '39', age3: '12', age4: '5', age5: '4' }),
    })
  })

  it('reports a member whose age does not match the search', async () => {
    const party = { adults: 1, children: 1, under5s: 0, partySize: 2, petFriendly: 'N' }
    serveBooking({ '/api/book': ok(bookAnswer({ party })) })
    renderBooking('/booking/details', storeWith(afterExtras))
    const child = within(await screen.findByRole('group', { name: 'Child 1' }))
    await enter(child.getByLabelText('Age'), '4')
    await userEvent.tab()
    expect(child.getByLabelText('Age')).toHaveAccessibleDescription(
      'This age does not match the party you searched for',
    )
  })

  it('[BOOK-11] asks for contact preferences, third parties by name and never ticked', async () => {
    serveBooking()
    renderBooking('/booking/details', storeWith(afterExtras))
    expect(
      await screen.findByRole('checkbox', {
        name: 'Email me offers and news from Meridian Times Holidays',
      }),
    ).toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'Send me offers by text message' })).toBeChecked()
    expect(
      screen.getByRole('checkbox', {
        name: 'I would like to receive offers from the newspaper and its group of companies: Meridian Times Media',
      }),
    ).not.toBeChecked()
  })

  it('on submit lists every wrong field, focuses the first one and sends nothing', async () => {
    const requests = serveBooking()
    renderBooking('/booking/details', storeWith(afterExtras))
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to step 3' }))
    const summary = await screen.findByRole('alert')
    expect(within(summary).getByText('14 things to put right')).toBeVisible()
    expect(screen.getAllByLabelText('Title')[0]).toHaveFocus()
    const entries = within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
    expect(entries[0]).toBe('Title: Please select a value')
    expect(entries.slice(-4)).toEqual([
      'Adult 2: Please enter title',
      'Adult 2: Please enter initial',
      'Adult 2: Please enter surname',
      'Adult 2: Please enter age',
    ])
    await userEvent.click(
      within(summary).getByRole('link', { name: 'Please enter a valid postcode' }),
    )
    expect(screen.getByLabelText('Postcode')).toHaveFocus()
    expect(screen.getByLabelText('Postcode')).toHaveAccessibleDescription(
      'Please enter a valid postcode',
    )
    expect(pathsOf(requests)).not.toContain('/api/setuserdetails')
  })

  it('[FORM-01] [FORM-03] accepts only digits in the date of birth, and inserts the slashes', async () => {
    serveBooking()
    renderBooking('/booking/details', storeWith(afterExtras))
    const dob = await screen.findByLabelText('Date of birth')
    await userEvent.type(dob, 'a0-3x.0 7b')
    expect(dob).toHaveValue('03/07/')
    await userEvent.type(dob, '1985')
    expect(dob).toHaveValue('03/07/1985')
    await userEvent.clear(dob)
    await enter(dob, '03a071985')
    expect(dob).toHaveValue('03/07/1985')
  })

  it('[ERRC-02] [ERRC-03] shows all messages of the server in order, with codes after a server error', async () => {
    const errors = [
      { message: 'Booking failed', code: '17' },
      { message: 'Please try later', code: '' },
    ]
    serveBooking({ '/api/setuserdetails': { status: 500, body: { success: 0, errors } } })
    renderBooking('/booking/details', storeWith(allTyped))
    const go = await screen.findByRole('button', { name: 'Continue to step 3' })
    const shownMessages = async () =>
      [...((await screen.findByText(/Booking failed/)).parentElement?.children ?? [])].map(
        ({ textContent }) => textContent,
      )
    await userEvent.click(go)
    expect(await shownMessages()).toEqual(
      expect.arrayContaining(['Booking failed (code 17)', 'Please try later']),
    )
    expect((await shownMessages()).indexOf('Please try later')).toBe(
      (await shownMessages()).indexOf('Booking failed (code 17)') + 1,
    )
    expect(screen.queryByText(/Network error/)).toBeNull()
    serveBooking({ '/api/setuserdetails': { status: 409, body: { success: 0, errors } } })
    await userEvent.click(go)
    expect(await screen.findByText('Booking failed')).toBeVisible()
    expect(screen.queryByText(/code 17/)).toBeNull()
  })

  it('[FORM-02] [FORM-06] [FORM-07] formats the date of birth, and marks a wrong one when the field is left', async () => {
    serveBooking()
    renderBooking('/booking/details', storeWith(afterExtras))
    const dob = await screen.findByLabelText('Date of birth')
    expect(dob).toHaveAttribute('inputmode', 'numeric')
    expect(dob).toHaveAttribute('placeholder', t('dob'))
    expect(t('dob')).toBe('dd/mm/yyyy')
    await userEvent.type(dob, '31021985')
    expect(dob).toHaveValue('31/02/1985')
    expect(dob).toBeValid()
    await userEvent.tab()
    expect(dob).toBeInvalid()
    expect(dob).toHaveAccessibleDescription('Please enter DOB')
  })

  it('[BOOK-41] [BOOK-63] saves contact and party and opens the payment as a separate document', async () => {
    const requests = serveBooking()
    const { opened, store } = renderBooking('/booking/details', storeWith(allTyped))
    await screen.findByRole('heading', { name: 'Your details' })
    await userEvent.dblClick(screen.getByRole('button', { name: 'Continue to step 3' }))
    await waitFor(() => expect(opened).toEqual(['/booking/payment']))
    const sent = requests.filter(({ method }) => method === 'POST')
    expect(pathsOf(sent)).toEqual(['/api/setuserdetails', '/api/setpartydetails'])
    expect(sent[0]?.form).toMatchObject({
      title: 'Ms',
      forename: 'Priya',
      dob: '14/09/1986',
      telephone: '07700 900461',
      postcode: 'NR2 4TH',
      country: 'CNUK',
      emailOpt: 'Y',
      thirdOpt: 'N',
    })
    expect(sent[1]?.form).toEqual({
      bookId: '7K3QX-9F2MA',
      onlyBooking: 'N',
      type1: 'adult',
      title1: 'Ms',
      initial1: 'P',
      lastName1: 'Raman',
      age1: '39',
      type2: 'adult',
      title2: 'Mr',
      initial2: 'T',
      lastName2: 'Raman',
      age2: '41',
    })
    expect(store.getState().booking.stepsCompleted).toEqual(['EXTRAS', 'DETAILS'])
    expect(store.getState().user.userId).toBe('U1')
  })

  it('keeps a lead guest who is too young, the contact or the first adult', async () => {
    const rule = 'The lead guest must be 21 or over on the day of arrival.'
    const requests = serveBooking({
      '/api/book': ok(bookAnswer({ leadGuest: { age: 21, rule }, rules: [rule] })),
    })
    const { opened } = renderBooking('/booking/details', storeWith(allTyped))
    await screen.findByRole('heading', { name: 'Your details' })
    expect(screen.getByText(rule), 'beside the step').toBeInTheDocument()
    const goOn = () => userEvent.click(screen.getByRole('button', { name: 'Continue to step 3' }))
    const birth = screen.getByLabelText('Date of birth')
    // 20 on 17 July 2026, the day of arrival.
    await userEvent.clear(birth)
    await userEvent.type(birth, '18072005')
    await goOn()
    expect(screen.getByRole('alert')).toHaveTextContent(rule)
    expect(birth).toHaveFocus()
    // The contact stays at home, and the first adult is too young.
    await userEvent.click(screen.getByRole('radio', { name: 'No, I am only making the booking' }))
    const first = within(screen.getByRole('group', { name: 'Adult 1' }))
    await userEvent.selectOptions(first.getByLabelText('Title'), 'Ms')
    await userEvent.type(first.getByLabelText('Initial'), 'P')
    await userEvent.type(first.getByLabelText('Last name'), 'Raman')
    await userEvent.type(first.getByLabelText('Age'), '20')
    await goOn()
    expect(screen.getByRole('alert')).toHaveTextContent(`Adult 1: ${rule}`)
    expect(pathsOf(requests)).not.toContain('/api/setuserdetails')
    await userEvent.clear(first.getByLabelText('Age'))
    await userEvent.type(first.getByLabelText('Age'), '21')
    await goOn()
    await waitFor(() => expect(opened).toEqual(['/booking/payment']))
  })

  it('[BOOK-13] empties the first member when the contact does not travel', async () => {
    serveBooking()
    renderBooking('/booking/details', storeWith(afterExtras))
    await screen.findByRole('heading', { name: 'Your details' })
    await enter(screen.getByLabelText('First name'), 'Priya')
    const first = within(screen.getByRole('group', { name: 'Adult 1' }))
    expect(first.getByLabelText('Initial')).toHaveValue('P')
    await userEvent.click(screen.getByRole('radio', { name: 'No, I am only making the booking' }))
    expect(first.getByLabelText('Initial')).toHaveValue('')
    await userEvent.type(first.getByLabelText('Initial'), 'Q')
    expect(first.getByLabelText('Initial')).toHaveValue('Q')
  })

  it.each([
    [
      '[BOOK-66]',
      '/api/setuserdetails',
      'There was an error while saving your details. Please try again.',
    ],
    [
      '[BOOK-67]',
      '/api/setpartydetails',
      'There was an error while saving your party details. Please try again.',
    ],
  ])('%s says what could not be saved and keeps what was typed: %s', async (_, path, text) => {
    serveBooking({ [path]: 'no answer' })
    const { store } = renderBooking('/booking/details', storeWith(allTyped))
    await screen.findByRole('heading', { name: 'Your details' })
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 3' }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByLabelText('First name')).toHaveValue('Priya')
    expect(store.getState().booking.stepsCompleted).toEqual(['EXTRAS'])
  })

  it('[BOOK-66] [BOOK-67] each part says that it could not be loaded, and Retry loads both', async () => {
    const failed = {
      status: 500,
      body: { success: 0, errors: [{ message: 'x', code: 'INTERNAL' }] },
    }
    serveBooking({ '/api/book': failed })
    renderBooking('/booking/details', storeWith(allTyped))
    const contact = await screen.findByRole('region', { name: 'Your details' })
    const party = screen.getByRole('region', { name: 'Who is coming' })
    expect(within(contact).getByRole('alert')).toHaveTextContent(
      /^There was an error while loading your details\. Please try again\.Retry$/,
    )
    expect(within(party).getByRole('alert')).toHaveTextContent(
      /^There was an error while loading your party details\. Please try again\.Retry$/,
    )
    serveBooking()
    await userEvent.click(within(party).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByLabelText('First name')).toHaveValue('Priya')
    expect(
      within(screen.getByRole('group', { name: 'Adult 2' })).getByLabelText('Initial'),
    ).toHaveValue('T')
  })

  it('shows the server’s refusals at their fields', async () => {
    serveBooking({
      '/api/setuserdetails': {
        status: 422,
        body: {
          success: 0,
          errors: [
            { field: 'email', code: 'VALIDATION', message: 'Please enter a valid email address' },
          ],
        },
      },
    })
    renderBooking('/booking/details', storeWith(allTyped))
    await screen.findByRole('heading', { name: 'Your details' })
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 3' }))
    await waitFor(() =>
      expect(screen.getByLabelText('Email address')).toHaveAccessibleDescription(
        'Please enter a valid email address',
      ),
    )
  })
})
