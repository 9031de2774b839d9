import { readFileSync } from 'node:fs'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from '../../router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { brand } from '../../brands'
import { consentRead } from '../consent'
import { initCall } from '../catalogue'
import { initData } from '../../test/catalogue'
import { expectAccessible } from '../../test/axe'
import { makeStore, renderWithStore } from '../../test/render'
import { ok, serve } from '../../test/server'
import { signedUpChanged } from './signed-up'
import { ExitPopup } from './ExitPopup'

await import('./LeavingVisitor')

const terms = readFileSync('../internal/content/files/shared/pages/terms.md', 'utf8')

const title = 'Before you go: win a £1000 holiday'

function pointer(fine: boolean) {
  vi.stubGlobal('matchMedia', () => ({
    matches: fine,
    addEventListener() {},
    removeEventListener() {},
  }))
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  sessionStorage.clear()
  localStorage.clear()
  pointer(true)
})
afterEach(() => {
  vi.useRealTimers()
  brand.forms.enableNewsletterSignup = true
})

function open(path = '/', prepare: (store: ReturnType<typeof makeStore>) => void = () => {}) {
  const store = makeStore()
  store.dispatch(consentRead('rejected'))
  prepare(store)
  const page = (
    <>
      <ExitPopup />
      <Address />
    </>
  )
  return renderWithStore(page, { store, path })
}

const Address = () => <p>on {useLocation().pathname}</p>

async function wait(ms: number) {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    await vi.dynamicImportSettled()
  })
}

const leave = (clientY = 0) => fireEvent.mouseOut(document.body, { clientY, relatedTarget: null })
const popup = () => screen.queryByRole('dialog', { name: title })

describe('the exit popup', () => {
  it('[NEWS-15] offers the newsletter with a chance to win a £1000 holiday, once in a session', async () => {
    const view = open()
    await wait(10_000)
    leave()
    expect(popup()).toBeVisible()
    expect(popup()?.querySelector('img')).toHaveAttribute('src', '/images/hero/prize.svg')
    expect(
      screen.getByText('Sign up to our newsletter for your chance to win a £1000 holiday.'),
    ).toBeVisible()
    expect(popup()).toHaveTextContent('The draw closes on Wednesday 30th June 2027.')
    // The section of the terms about the draw, which has the same day.
    expect(screen.getByRole('link', { name: 'Terms apply' })).toHaveAttribute(
      'href',
      '/terms#c-13-newsletter-prize-draw',
    )
    expect(terms).toContain('\n## 13. Newsletter prize draw\n')
    expect(terms).toContain('**The closing date is 11.59pm on 30 June 2027**')
    await expectAccessible(view.container)
    expect(sessionStorage.getItem('exitPopupShown')).not.toBeNull()
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    expect(popup()).toBeNull()
    leave()
    expect(popup()).toBeNull()
  })

  it('does not appear once the draw has closed', async () => {
    open('/', (store) =>
      store.dispatch(
        initCall.success(initData({ today: '01/07/2027' }), {
          id: 'GET_INIT_DATA',
          attempt: 0,
          params: {},
        }),
      ),
    )
    await wait(10_000)
    leave()
    expect(popup()).toBeNull()
  })

  it('signs up from the popup', async () => {
    const requests = serve({ '/api/newsletter': ok({ message: 'Thank you' }) })
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
    open()
    await wait(10_000)
    leave()
    await user.type(screen.getByLabelText('First name'), 'Jo')
    await user.type(screen.getByLabelText('Email'), 'jo@mail.example')
    await user.click(screen.getByRole('button', { name: 'Sign up' }))
    expect(await screen.findByText(/Thank you for signing up!/)).toBeVisible()
    expect(requests[0]?.query).toEqual({ email: 'jo@mail.example', fname: 'Jo' })
    await wait(10_000)
    expect(popup()).toBeNull()
  })

  it('closes when the visitor leaves the page for the terms, and stays closed on Back', async () => {
    const { router } = open()
    await wait(10_000)
    leave()
    expect(popup()).toBeVisible()
    fireEvent.click(screen.getByRole('link', { name: 'Terms apply' }))
    expect(screen.getByText('on /terms')).toBeVisible()
    expect(popup()).toBeNull()
    await act(() => router.navigate(-1))
    expect(screen.getByText('on /')).toBeVisible()
    expect(popup()).toBeNull()
  })

  it('closes when the visitor leaves the page by Back', async () => {
    const { router } = open('/offers')
    await act(() => router.navigate('/blog'))
    await wait(10_000)
    leave()
    expect(popup()).toBeVisible()
    await act(() => router.navigate(-1))
    expect(screen.getByText('on /offers')).toBeVisible()
    expect(popup()).toBeNull()
  })

  it('does not appear in the first ten seconds, nor when the pointer leaves elsewhere', async () => {
    open()
    await wait(9_000) // the fake clock also advances by the time that the test takes
    leave()
    await wait(1_000)
    leave(300)
    fireEvent.mouseOut(document.body, { clientY: 0, relatedTarget: document.body })
    expect(popup()).toBeNull()
  })

  it.each(['/booking/extras', '/my-booking', '/login'])('does not appear on %s', async (path) => {
    open(path)
    await wait(10_000)
    leave()
    expect(popup()).toBeNull()
  })

  it.each([
    [
      'while the cookie banner is shown',
      (store: ReturnType<typeof makeStore>) => store.dispatch(consentRead('unknown')),
    ],
    [
      'to a visitor who has signed up',
      (store: ReturnType<typeof makeStore>) => store.dispatch(signedUpChanged(true)),
    ],
  ])('does not appear %s', async (_, prepare) => {
    open('/', prepare)
    await wait(10_000)
    leave()
    expect(popup()).toBeNull()
  })

  it('[NEWS-02] does not appear where the brand has no newsletter sign-up', async () => {
    brand.forms.enableNewsletterSignup = false
    open()
    await wait(10_000)
    leave()
    expect(popup()).toBeNull()
  })

  it('is not for touch screens, nor where storage is blocked', async () => {
    pointer(false)
    open()
    await wait(10_000)
    leave()
    expect(popup()).toBeNull()
    pointer(true)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('blocked')
    })
    open()
    await wait(10_000)
    leave()
    expect(popup()).toBeNull()
    vi.restoreAllMocks()
  })
})
