import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { setLetters } from './keyboard'
import { booking, found, plan, priya } from './testing/samples'
import { goTo, openOffice, refuse, type Answers } from './testing/server'

const address = `/bookings/${booking.ref}`

/** A server that knows Priya and one booking. */
const answers: Answers = {
  '/api/today': {
    rows: [],
    arriving: { day: '2027-05-28', bookings: 2, parks: 1 },
    overdue: { bookings: 0, left: 0, more: false },
  },
  '/api/me': priya,
  '/api/booking': booking,
  '/api/find': found,
  '/api/plan': plan,
}

/** Fills in a refund of £40, by keys alone; each test counts none of them. */
async function askForRefund(user: UserEvent) {
  await screen.findByRole('heading', { name: 'Refund' })
  await user.click(screen.getByRole('radio', { name: /Something was wrong/ }))
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '40')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Cleaning')
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Not cleaned')
  return screen.findByRole('button', { name: plan.button })
}

describe('the door', () => {
  it('leads to the provider of the company, and back to the screen that was asked for', async () => {
    openOffice('/', {
      '/api/me': refuse(401, 'signed_out'),
      '/api/door': { office: priya.office, provider: '/sign-in/provider', people: [] },
    })
    const link = await screen.findByRole('link', { name: /^Sign in with/ })
    expect(link).toHaveAttribute('href', '/sign-in/provider?to=%2F')
    expect(screen.getByText('This browser cannot use passkeys.')).toBeVisible()
  })

  it('lets visitors of the demo in as one of its people', async () => {
    const { user, inputs } = openOffice('/', {
      ...answers,
      '/api/me': refuse(401, 'signed_out'),
      '/api/door': {
        office: priya.office,
        provider: '',
        people: [{ id: 'p1', name: 'Priya S', role: 'reservations' }],
      },
      '/api/demo/sign-in': priya,
    })
    await user.click(await screen.findByRole('button', { name: 'Priya S, reservations' }))
    expect(await screen.findByRole('navigation', { name: 'Screens' })).toBeVisible()
    expect(inputs('/api/demo/sign-in')).toEqual([{ id: 'p1' }])
  })

  it('locks over a page that keeps its draft', async () => {
    const now: Answers = {
      ...answers,
      '/api/door': { office: priya.office, provider: '', people: [] },
    }
    const { user } = openOffice(`${address}/refund`, now)
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '40')
    now['/api/plan'] = refuse(401, 'locked')
    await askForRefundRest(user)
    expect(await screen.findByRole('dialog', { name: 'Priya, are you still there?' })).toBeVisible()
    expect(screen.getByLabelText('Amount')).toHaveValue('40')
  })

  it('says that the server is silent, and leaves the page readable', async () => {
    const now: Answers = { ...answers }
    const { user } = openOffice(address, now)
    await screen.findByRole('heading', { name: 'Helen Ashworth' })
    now['/api/note'] = 'no answer'
    await user.type(screen.getByRole('textbox', { name: 'Write a note' }), 'Rang')
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    expect(await screen.findByText(/^No connection since/)).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Write a note' })).toHaveValue('Rang')
    expect(screen.getByRole('button', { name: 'Refund' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText('h.ashworth@post.example')).toBeVisible()
  })
})

/** The rest of a refund of which the amount is there. */
async function askForRefundRest(user: UserEvent) {
  await user.click(screen.getByRole('radio', { name: /Something was wrong/ }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Cleaning')
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Not cleaned')
}

describe('the search', () => {
  it('opens the first booking by keys alone, though Enter came before the answer', async () => {
    const { user, history, inputs } = openOffice('/', answers)
    await screen.findByRole('heading', { name: /^Today/ })
    await user.keyboard('{Control>}k{/Control}ashw{Enter}')
    expect(await screen.findByRole('heading', { name: 'Helen Ashworth' })).toBeVisible()
    expect(history.current().location.pathname).toBe(address)
    expect(inputs('/api/find')).toEqual([{ text: 'ashw' }])
    expect(screen.getAllByText('£313.00')[0]).toBeVisible()
  })

  it('says how the words were read, and how many bookings there are', async () => {
    const { user } = openOffice('/', answers)
    await screen.findByRole('heading', { name: /^Today/ })
    await user.keyboard('{Control>}k{/Control}ashw')
    const dialog = await screen.findByRole('dialog', { name: 'Find a booking' })
    expect(await within(dialog).findByText('surname')).toBeVisible()
    expect(within(dialog).getByRole('status')).toHaveTextContent('1 booking')
    expect(within(dialog).getByRole('option', { selected: true })).toHaveTextContent('£313.00 due')
  })
})

describe('an action', () => {
  it('is planned, confirmed by ⌘Enter alone, and can be undone', async () => {
    const later = new Date(Date.now() + 43_000).toISOString()
    const pending = {
      id: 'd1',
      kind: 'refund',
      text: 'Priya S refunds £40.00',
      at: later,
      by: 'Priya S',
    }
    let current = booking
    const { user, inputs, history } = openOffice(address, {
      ...answers,
      '/api/booking': () => current,
      '/api/do': () => {
        current = { ...booking, pending: [pending] }
        return { outcome: 'pending', id: 'd1', text: pending.text, at: later }
      },
      '/api/undo': () => {
        current = booking
        return {}
      },
    })
    await screen.findByRole('heading', { name: 'Helen Ashworth' })
    await user.keyboard('r')
    const button = await askForRefund(user)
    expect(screen.getByText('£40.00 to card ending 4421.')).toBeVisible()
    button.focus()
    await user.keyboard('{Enter}')
    expect(inputs('/api/do')).toEqual([])
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}')
    expect(await screen.findByText(/^in 0:\d\d$/)).toBeVisible()
    expect(history.current().location.pathname).toBe(address)
    expect(inputs('/api/do')).toEqual([
      {
        ref: booking.ref,
        version: 6,
        action: {
          kind: 'refund',
          why: 'wrong',
          amount: 4000,
          bears: 'operator',
          category: 'Cleaning',
          reason: 'Not cleaned',
        },
        hash: 'h1',
        key: expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
      },
    ])
    await user.keyboard('z')
    await waitFor(() => expect(screen.queryByText('Priya S refunds £40.00')).toBeNull())
    expect(inputs('/api/undo')).toEqual([{ id: 'd1' }])
  })

  it('asks again with the same key when the answer was lost', async () => {
    const now: Answers = { ...answers, '/api/do': 'no answer' }
    const { user, inputs } = openOffice(`${address}/refund`, now)
    const button = await askForRefund(user)
    await user.click(button)
    expect(await screen.findByText(/^There was no answer/)).toBeVisible()
    now['/api/do'] = { outcome: 'done', id: 'd1', text: '£40.00 went back.', at: '' }
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'), { timeout: 8000 })
    await user.click(button)
    expect(await screen.findByText('£40.00 went back.')).toBeVisible()
    const [first, second] = inputs('/api/do') as { key: string }[]
    expect(second?.key).toBe(first?.key)
  })

  it('shows who changed the booking meanwhile, and works the draft out again', async () => {
    const now: Answers = { ...answers }
    const { user, inputs } = openOffice(`${address}/refund`, now)
    const button = await askForRefund(user)
    now['/api/do'] = refuse(409, 'conflict', { by: 'Megan O', at: '2027-05-27T14:31:00+01:00' })
    now['/api/booking'] = { ...booking, version: 7 }
    await user.click(button)
    expect(
      await screen.findByText('Megan O changed this at 14:31, while your draft was open.'),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Work it out again' }))
    await waitFor(() => expect(inputs('/api/plan').at(-1)).toMatchObject({ version: 7 }))
    expect(screen.getByLabelText('Amount')).toHaveValue('40')
  })

  it('keeps its draft when it is closed', async () => {
    const { user, history } = openOffice(`${address}/refund`, answers)
    const amount = await screen.findByRole('textbox', { name: 'Amount' })
    await user.clear(amount)
    await user.type(amount, '12.50')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(history.current().location.pathname).toBe(address))
    goTo(history, `${address}/refund`)
    expect(await screen.findByLabelText('Amount')).toHaveValue('12.50')
  })

  it('says who may, where this person may not', async () => {
    openOffice(address, {
      ...answers,
      '/api/me': { ...priya, may: { find: 'yes' }, needs: { refundSmall: ['finance', 'manager'] } },
    })
    expect(
      await screen.findByRole('button', { name: 'Refund: needs finance or manager' }),
    ).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('single letters', () => {
  it('do nothing once they are turned off', async () => {
    const { user, history } = openOffice(address, answers)
    await screen.findByRole('heading', { name: 'Helen Ashworth' })
    setLetters(false)
    await user.keyboard('r')
    expect(history.current().location.pathname).toBe(address)
    setLetters(true)
    await user.keyboard('r')
    await screen.findByRole('heading', { name: 'Refund' })
    expect(history.current().location.pathname).toBe(`${address}/refund`)
  })

  it('are text in a field', async () => {
    const { user, history } = openOffice(address, answers)
    await user.type(await screen.findByRole('textbox', { name: 'Write a note' }), 'rdz')
    expect(history.current().location.pathname).toBe(address)
  })
})

describe('a booking', () => {
  it('whose details are erased keeps dates and sums', async () => {
    openOffice(address, {
      ...answers,
      '/api/booking': { ...booking, guest: null, erasedOn: '2027-04-03' },
    })
    expect(await screen.findByText(/^Details erased on/)).toBeVisible()
    expect(screen.getAllByText('£313.00')[0]).toBeVisible()
  })

  it('checks the caller by two facts that match', async () => {
    const now: Answers = { ...answers, '/api/check': {} }
    const { user, inputs } = openOffice(address, now)
    await user.click(await screen.findByRole('button', { name: 'Postcode' }))
    expect(inputs('/api/check')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Arrival' }))
    await waitFor(() =>
      expect(inputs('/api/check')).toEqual([{ ref: booking.ref, ticked: ['postcode', 'arrival'] }]),
    )
  })
})
