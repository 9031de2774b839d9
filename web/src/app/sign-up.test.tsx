import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { consentRead } from '../features/consent'
import { ContactForm } from '../features/contact'
import { ExitPopup, NewsletterBlock } from '../features/newsletter'
import { SearchBox } from '../features/search-box'
import { makeStore, renderWithStore } from '../test/render'
import { renderAt } from '../test/search-page'
import { ok, serve } from '../test/server'

await import('../features/newsletter/LeavingVisitor')

vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }))
})

/** Types a name and an address into the fields of a sign-up, and sends them. */
async function signUp(name: string) {
  await userEvent.type(await screen.findByRole('textbox', { name: 'First name' }), name)
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'sam@mail.example')
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }))
  await screen.findByText(/Thank you for signing up!/)
  localStorage.clear()
}

it('[BRAND-09] a visitor signs up for the newsletter and for deals, writes to us, and answers the popup with the prize draw', async () => {
  const thanks = { message: 'Thank you for signing up!' }
  const deals = renderAt('/', <SearchBox home />, {
    answers: { '/api/newsletter': [{ data: thanks }] },
  })
  await deals.user.click(screen.getByRole('checkbox', { name: 'Sign up for deals' }))
  await signUp('Deals')
  expect(deals.server.to('/api/newsletter')).toMatchObject([{ fname: 'Deals' }])
  deals.unmount()

  const requests = serve({ '/api/newsletter': ok(thanks), '/api/contact': ok({ reference: 'C1' }) })
  const footer = renderWithStore(<NewsletterBlock />)
  await signUp('Newsletter')
  footer.unmount()

  const contact = renderWithStore(<ContactForm />, { path: '/help' })
  await userEvent.type(screen.getByLabelText('Name'), 'Sam')
  await userEvent.type(screen.getByLabelText('Email'), 'sam@mail.example')
  await userEvent.type(screen.getByLabelText('Message'), 'Is there a shop?')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText(/Thank you for your message/)
  contact.unmount()

  vi.useFakeTimers({ shouldAdvanceTime: true })
  const store = makeStore()
  store.dispatch(consentRead('rejected'))
  renderWithStore(<ExitPopup />, { store })
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  vi.useRealTimers()
  fireEvent.mouseOut(document.body, { clientY: 0, relatedTarget: null })
  expect(screen.getByRole('dialog', { name: /win a £1000 holiday/ })).toBeVisible()
  await signUp('Popup')
  expect(requests.map(({ path, query, form }) => [path, query['fname'] ?? form['name']])).toEqual([
    ['/api/newsletter', 'Newsletter'],
    ['/api/contact', 'Sam'],
    ['/api/newsletter', 'Popup'],
  ])
})
