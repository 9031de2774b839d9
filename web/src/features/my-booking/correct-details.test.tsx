import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { existingBooking, refusal, serveBooking } from '../../test/bookings'
import { renderBooking } from '../../test/booking-pages'
import { initData } from '../../test/catalogue'
import { readyStore } from '../../test/render'
import { ok } from '../../test/server'
import { setPreviousBooking } from './previous-booking-slice'

const mine = existingBooking({ correctable: true, leadTravels: true, adults: 2, children: 0 })

async function open(answers: Parameters<typeof serveBooking>[0]) {
  const requests = serveBooking({ '/api/mybookings': ok({ bookings: [mine] }), ...answers })
  const store = readyStore(initData())
  store.dispatch(setPreviousBooking(mine))
  renderBooking('/my-booking', store)
  await userEvent.click(await screen.findByRole('button', { name: 'Change your details' }))
  return requests
}
const save = async () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

it('sends what was typed and keeps the rest, and says that it is saved', async () => {
  const requests = await open({ '/api/correctdetails': ok(mine) })
  await save()
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter what you want to change.')
  await userEvent.type(screen.getByLabelText('Telephone'), '07700 900123')
  const second = screen.getByRole('group', { name: 'Adult 2' })
  expect(screen.queryByRole('group', { name: 'Adult 1' })).toBeNull()
  await userEvent.type(second.querySelector('input') as HTMLInputElement, 'T{Enter}')
  expect(await screen.findByText(/Your details are saved/)).toBeVisible()
  const sent = requests.find(({ path }) => path === '/api/correctdetails')
  expect(sent?.query).toEqual({})
  expect(sent?.form).toEqual({
    bookingId: '7K3QX-9F2MA',
    telephone: '07700 900123',
    lastName1: '',
    lastName2: '',
    initial2: 'T',
  })
})

it('shows what is wrong at its field, and loses nothing', async () => {
  const text = 'Please enter a valid postcode'
  await open({
    '/api/correctdetails': refusal(400, 'VALIDATION', text, {
      errors: [{ code: 'VALIDATION', message: text, field: 'postcode' }],
    }),
  })
  const postcode = screen.getByLabelText('Postcode')
  await userEvent.type(postcode, 'XX')
  await save()
  await waitFor(() => expect(postcode).toHaveFocus())
  expect(postcode).toHaveValue('XX')
  expect(postcode).toHaveAccessibleDescription(text)
})
