import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { ChangePlan } from '../../api/schema'
import { existingBooking, refusal, serveBooking } from '../../test/bookings'
import { renderBooking } from '../../test/booking-pages'
import { initData } from '../../test/catalogue'
import { readyStore } from '../../test/render'
import { ok } from '../../test/server'
import { setPreviousBooking } from './previous-booking-slice'

const booked = existingBooking()
const mine = existingBooking({
  changes: {
    texts: ['You can change your stay until Fri 19th Jun 2026.', 'Each change costs £15.'],
    units: [
      { unitTypeId: 'HV101-G3', name: 'Skerry', maxDogs: 2 },
      { unitTypeId: 'HV101-G4', name: 'Fulmar' },
    ],
  },
})
const changed = { ...mine, arrivalDate: '24/07/2026', unitId: 'HV101-G3.20658.3.34900' }

const plan = (own: Partial<ChangePlan> = {}): ChangePlan => ({
  bookingId: '7K3QX-9F2MA',
  channelId: 'ukcaravan',
  parkId: 'HV101',
  unitId: 'HV101-G3.20658.3.34900',
  unitTypeId: 'HV101-G3',
  unitDesc: 'Skerry',
  arrivalDate: '24/07/2026',
  duration: 3,
  lines: [{ label: 'Accommodation Price', amount: '449.00', notes: ['Includes Change fee £15'] }],
  costBefore: '392.00',
  totalCost: '477.00',
  leftBefore: '162.00',
  outstanding: '247.00',
  dueDate: '15/05/2026',
  back: '0.00',
  parts: [],
  plan: 'h1',
  ...own,
})

function show(answers: Parameters<typeof serveBooking>[0], shown = mine) {
  const requests = serveBooking({ '/api/mybookings': ok({ bookings: [shown] }), ...answers })
  const store = readyStore(initData())
  store.dispatch(setPreviousBooking(shown))
  renderBooking('/my-booking', store)
  return requests
}
async function wish(date = '2026-07-24') {
  const day = await screen.findByLabelText('New arrival day')
  expect(day).toHaveValue('2026-07-17')
  await userEvent.clear(day)
  await userEvent.type(day, date)
  await userEvent.click(screen.getByRole('button', { name: 'See what it costs' }))
}

it('has nothing about changes where the operator has set no terms', async () => {
  show({}, booked)
  expect(await screen.findByRole('heading', { name: 'My Booking' })).toBeVisible()
  expect(screen.queryByText('Change your booking')).toBeNull()
})

it('shows what the new stay costs before anything is done, and changes as the plan says', async () => {
  const requests = show({ '/api/planchange': ok(plan()), '/api/changebooking': ok(changed) })
  await wish()
  const shown = await screen.findByRole('status')
  expect(shown).toHaveTextContent('Skerry, 24 Jul 2026 to 27 Jul 2026, 3 nights')
  expect(shown).toHaveTextContent('Includes Change fee £15')
  expect(shown).toHaveTextContent('New total£477')
  expect(shown).toHaveTextContent('£247 is then left to pay, before Fri 15th May 2026.')
  const button = screen.getByRole('button', { name: 'Change the booking, £85 more to pay' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByLabelText('New arrival day')).toHaveValue('2026-07-24'))
  expect(screen.getByRole('status')).toHaveTextContent('Your booking is changed.')
  expect(screen.queryByRole('button', { name: /Change the booking/ })).toBeNull()
  const wanted = {
    bookingId: '7K3QX-9F2MA',
    unitTypeId: 'HV101-G3',
    date: '24/07/2026',
    nights: '3',
  }
  const [planned, done] = ['/api/planchange', '/api/changebooking'].map((path) =>
    requests.find((request) => request.path === path),
  )
  expect(planned?.form).toEqual(wanted)
  expect(done?.form).toMatchObject({ ...wanted, plan: 'h1' })
  expect(done?.form.key).toMatch(/^[0-9a-f-]{36}$/)
})

it('says what comes back and where it goes', async () => {
  const parts = [{ amount: '40.00', method: 'card', ending: '1111' }]
  const cheaper = plan({ back: '40.00', parts, outstanding: '0.00', totalCost: '190.00' })
  show({ '/api/planchange': ok(cheaper) })
  await wish()
  expect(await screen.findByRole('status')).toHaveTextContent('£40 to your card ending 1111')
  expect(screen.getByRole('button', { name: 'Change the booking, £40 back' })).toBeVisible()
})

it('closes the plan of another stay', async () => {
  show({ '/api/planchange': ok(plan()) })
  await wish()
  await screen.findByRole('status')
  await userEvent.selectOptions(screen.getByLabelText('Accommodation'), 'Fulmar')
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByRole('button', { name: 'See what it costs' })).toBeVisible()
  expect(screen.queryByLabelText('Dogs')).toBeNull()
})

it('shows a new plan where the old one does not hold any more', async () => {
  const plans = [ok(plan()), ok(plan({ outstanding: '262.00', plan: 'h2' }))]
  show({
    '/api/planchange': () => plans.shift() ?? 'no answer',
    '/api/changebooking': refusal(409, 'PRICE_CHANGED', 'Something has changed meanwhile.'),
  })
  await wish()
  await userEvent.click(
    await screen.findByRole('button', { name: 'Change the booking, £85 more to pay' }),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Something has changed meanwhile.')
  expect(screen.getByRole('button', { name: 'Change the booking, £100 more to pay' })).toBeVisible()
})

it('says why the stay cannot be had', async () => {
  const text = 'This stay, or an extra that you have booked with it, is not free.'
  show({ '/api/planchange': refusal(409, 'UNIT_UNAVAILABLE', text) })
  await wish()
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
})

it('says that the booking is changed also when it is changed back', async () => {
  const answers = [ok(changed), ok(mine)]
  show({
    '/api/planchange': ok(plan()),
    '/api/changebooking': () => answers.shift() ?? 'no answer',
  })
  for (const day of ['2026-07-24', '2026-07-17']) {
    const field = await screen.findByLabelText('New arrival day')
    await userEvent.clear(field)
    await userEvent.type(field, day)
    await userEvent.click(screen.getByRole('button', { name: 'See what it costs' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Change the booking/ }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Change the/ })).toBeNull())
    expect(screen.getByLabelText('New arrival day')).toHaveValue(day)
    expect(screen.getByRole('status')).toHaveTextContent('Your booking is changed.')
  }
})

it('keeps the answer of a change while a field is touched', async () => {
  let resolve: (answer: ReturnType<typeof ok>) => void = () => undefined
  const promise = new Promise<ReturnType<typeof ok>>((done) => {
    resolve = done
  })
  show({ '/api/planchange': ok(plan()), '/api/changebooking': () => promise })
  await wish()
  await userEvent.click(await screen.findByRole('button', { name: /^Change the booking/ }))
  await userEvent.selectOptions(screen.getByLabelText('Accommodation'), 'Fulmar')
  resolve(ok(changed))
  expect(await screen.findByText(/^Your booking is changed/)).toBeVisible()
})
