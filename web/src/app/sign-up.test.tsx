import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { consentRead } from '../features/consent'
import { SearchBox } from '../features/search-box'
import { initData } from '../test/catalogue'
import { CMS, wordPressPage } from '../test/cms'
import { readyStore, renderWithStore } from '../test/render'
import { renderAt } from '../test/search-page'
import { ok, serve } from '../test/server'
import { App } from './App'

await Promise.all([
  import('../features/newsletter/LeavingVisitor'),
  import('../features/content/page.pages'),
])

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn<() => void>())
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }))
})

/** Opens the help page of the product, for a visitor who has answered about cookies. */
function openHelp() {
  const store = readyStore(initData())
  store.dispatch(consentRead('rejected'))
  return renderWithStore(<App />, { store, path: '/help' })
}

/** Types a name and an address into the fields of a sign-up, and sends them. */
async function signUp(name: string, place: HTMLElement = document.body) {
  const form = within(place)
  await userEvent.type(await form.findByRole('textbox', { name: 'First name' }), name)
  await userEvent.type(form.getByRole('textbox', { name: 'Email' }), 'sam@mail.example')
  await userEvent.click(form.getByRole('button', { name: 'Sign up' }))
  await screen.findByText(/Thank you for signing up!/)
  localStorage.clear()
}

const thanks = { message: 'Thank you for signing up!' }
const answers = {
  [`${CMS}/pages`]: { body: [wordPressPage(8)] },
  '/api/newsletter': ok(thanks),
  '/api/contact': ok({ reference: 'C1' }),
}

it('[BRAND-09] a visitor signs up for deals beside the search', async () => {
  const deals = renderAt('/', <SearchBox home />, {
    answers: { '/api/newsletter': [{ data: thanks }] },
  })
  await deals.user.click(screen.getByRole('checkbox', { name: 'Sign up for deals' }))
  await signUp('Deals')
  expect(deals.server.to('/api/newsletter')).toMatchObject([{ fname: 'Deals' }])
})

it('[BRAND-09] [NEWS-01] [NEWS-17] a visitor of /help writes to us beneath its text, and signs up in the footer', async () => {
  const requests = serve(answers)
  openHelp()
  const message = await screen.findByLabelText('Message', {}, { timeout: 15_000 })
  const text = screen.getByText('Text of page 8')
  expect(text.compareDocumentPosition(message)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const form = within(message.closest('form') as HTMLElement)
  await userEvent.type(form.getByLabelText('Name'), 'Sam')
  await userEvent.type(form.getByLabelText('Email'), 'sam@mail.example')
  await userEvent.type(message, 'Is there a shop?')
  await userEvent.click(form.getByRole('button', { name: 'Submit' }))
  await screen.findByText(/Thank you for your message/)

  await signUp('Newsletter', screen.getByRole('contentinfo'))
  const sent = requests.filter(({ path }) => /newsletter|contact/.test(path))
  expect(sent.map(({ path, query, form: body }) => [path, query['fname'] ?? body['name']])).toEqual(
    [
      ['/api/contact', 'Sam'],
      ['/api/newsletter', 'Newsletter'],
    ],
  )
})

it('[BRAND-09] [NEWS-15] a visitor who leaves answers the popup with the prize draw', async () => {
  const requests = serve(answers)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openHelp()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  vi.useRealTimers()
  fireEvent.mouseOut(document.body, { clientY: 0, relatedTarget: null })
  await signUp('Popup', screen.getByRole('dialog', { name: /win a £1000 holiday/ }))
  expect(requests.find(({ path }) => path === '/api/newsletter')?.query.fname).toBe('Popup')
})
