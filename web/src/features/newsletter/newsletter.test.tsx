import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { brand } from '../../brands'
import { recordEvents } from '../../test/events'
import { renderWithStore, readyStore } from '../../test/render'
import { ok, serve } from '../../test/server'
import { consentRead } from '../consent'
import { NewsletterBlock, readSignedUp, signedUpChanged } from '.'
import { selectSignedUp } from './signed-up'
import { sixMonthsLater, writeSignedUp } from './write-signed-up'
import { trackingImageUrl } from './signup'
import { advanceTime } from '../../test/time'

const name = () => screen.getByRole('textbox', { name: 'First name' })
const email = () => screen.getByRole('textbox', { name: 'Email' })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign up' }))

/** Renders the block and waits for its form, which is loaded separately. */
async function renderForm() {
  const view = renderWithStore(<NewsletterBlock />)
  await screen.findByRole('textbox', { name: 'First name' })
  return view
}

async function fillIn(fname = 'Sam', address = 'sam@example.com') {
  await userEvent.type(name(), fname)
  await userEvent.type(email(), address)
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  brand.forms.enableNewsletterSignup = true
  brand.newsletter.trackingPixelUrl = ''
  window.history.replaceState(null, '', '/')
})

describe('the newsletter form', () => {
  it('[NEWS-01] [NEWS-03] [NEWS-04] has two fields, the brand’s title and the terms', async () => {
    await renderForm()
    expect(screen.getAllByRole('textbox')).toEqual([name(), email()])
    expect(
      screen.getByRole('heading', { name: 'Get reader holiday offers by email' }),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Terms apply' })).toHaveAttribute('href', '/terms')
  })

  it('[NEWS-02] [CONF-02] is not there when the configuration switches it off', () => {
    brand.forms.enableNewsletterSignup = false
    renderWithStore(<NewsletterBlock />)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('[NEWS-05] [NEWS-06] wants a name and an address, and sends nothing without', async () => {
    const requests = serve({})
    await renderForm()
    await submit()
    expect(name()).toHaveAccessibleErrorMessage('Please add your first name.')
    expect(email()).toHaveAccessibleErrorMessage('Please choose a valid email address.')
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Please add your first name.',
      'Please choose a valid email address.',
    ])
    // What the alert reads is not read again with the focus.
    expect(name()).not.toHaveAccessibleDescription()
    expect(name()).toHaveFocus()
    expect(requests).toEqual([])
  })

  it.each(['sam', 'sam@', 'sam@example', '@example.com'])(
    '[NEWS-06] refuses %s',
    async (address) => {
      const requests = serve({})
      await renderForm()
      await fillIn('Sam', address)
      await submit()
      expect(email()).toHaveAccessibleErrorMessage('Please choose a valid email address.')
      expect(email()).toHaveFocus()
      expect(requests).toEqual([])
    },
  )

  it('[NEWS-07] [NEWS-11] [ANLY-10] asks the newsletter call, marks the visitor as signed up, and tells analytics where', async () => {
    const requests = serve({ '/api/newsletter': ok({}) })
    const sent = recordEvents()
    const { store } = await renderForm()
    await fillIn()
    await submit()
    expect(sent('email_sign_up')).toEqual([{ event: 'email_sign_up', source: 'footer' }])
    expect(requests).toMatchObject([
      { method: 'GET', path: '/api/newsletter', query: { email: 'sam@example.com', fname: 'Sam' } },
    ])
    expect(selectSignedUp(store.getState())).toBe(true)
    expect(readSignedUp()).toBe(true)
  })

  it('[NEWS-08] shows the server’s first message and does not count as a sign-up', async () => {
    serve({
      '/api/newsletter': {
        status: 422,
        body: { success: 0, errors: [{ message: 'That address bounced.' }, { message: 'Second' }] },
      },
    })
    const { store } = await renderForm()
    await fillIn()
    await submit()
    expect(await screen.findByRole('alert')).toHaveTextContent('That address bounced.')
    expect(screen.queryByText('Second')).toBeNull()
    expect(selectSignedUp(store.getState())).toBe(false)
  })

  it('[NEWS-09] only logs when a call has no usable answer', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    serve({ '/api/newsletter': 'no answer' })
    await renderForm()
    await fillIn()
    await submit()
    await waitFor(() => expect(logged).toHaveBeenCalledOnce())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(name()).toBeVisible()
  })

  it('[NEWS-10] shows its thanks for ten seconds, then hides', async () => {
    serve({ '/api/newsletter': ok({}) })
    await renderForm()
    fireEvent.change(name(), { target: { value: 'Sam' } })
    fireEvent.change(email(), { target: { value: 'sam@example.com' } })
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Sign up' }))
    await act(() => vi.advanceTimersByTimeAsync(10))
    const thanks = 'Thank you for signing up! Look out for our latest deals in your inbox.'
    expect(screen.getByText(thanks)).toBeVisible()
    expect(screen.getByText(/please confirm it by the link in our email/)).toBeVisible()
    advanceTime(9900)
    expect(screen.getByText(thanks)).toBeVisible()
    advanceTime(200)
    expect(screen.queryByText(thanks)).toBeNull()
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('is not there for a visitor who has signed up', () => {
    const store = readyStore()
    store.dispatch(signedUpChanged(true))
    renderWithStore(<NewsletterBlock />, { store })
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it.each([
    ['accepted', 'https://pixel.example/i', 1],
    ['rejected', 'https://pixel.example/i', 0],
    ['unknown', 'https://pixel.example/i', 0],
    ['accepted', '', 0],
  ] as const)(
    '[NEWS-12] is counted by a 1×1 image with five fields: cookies %s, address "%s", %i images',
    async (choice, address, count) => {
      brand.newsletter.trackingPixelUrl = address
      const images: { width?: number; height?: number; src: string }[] = []
      vi.stubGlobal(
        'Image',
        class {
          src = ''
          constructor(
            readonly width?: number,
            readonly height?: number,
          ) {
            images.push(this)
          }
        },
      )
      serve({ '/api/newsletter': ok({}) })
      window.history.replaceState(null, '', '/offers?secret=1')
      const { store } = await renderForm()
      store.dispatch(consentRead(choice))
      await fillIn()
      await submit()
      await screen.findByText(/Thank you for signing up!/)
      expect(images).toHaveLength(count)
      for (const { width, height, src } of images) {
        expect([width, height]).toEqual([1, 1])
        const { origin, pathname, searchParams } = new URL(src)
        expect(origin + pathname).toBe(address)
        expect(Object.fromEntries(searchParams)).toEqual({
          nourl: 'email-sign-up',
          newsletter: 'sign-up',
          email: 'sam@example.com',
          emailpermit: 'yes',
          email_signup_url: `${window.location.host}/offers`,
        })
      }
    },
  )

  it('[NEWS-12] says no where nobody gave permission to write', () => {
    const page = { host: 'www.meridian.example', pathname: '/offers' }
    const url = new URL(trackingImageUrl('https://p.example', 'a@b.cd', page, false))
    expect(url.searchParams.get('emailpermit')).toBe('no')
  })
})

describe('signedUpForDeals', () => {
  const now = Date.UTC(2026, 7, 31, 12)

  it('[NEWS-13] reads true until six months after it was set', () => {
    writeSignedUp(now)
    expect(sixMonthsLater(now)).toBe(Date.UTC(2027, 1, 28, 12))
    expect(readSignedUp(sixMonthsLater(now) - 1)).toBe(true)
  })

  it('[NEWS-14] removes an expired entry and reads false, as it does with nothing stored', () => {
    expect(readSignedUp(now)).toBe(false)
    writeSignedUp(now)
    expect(readSignedUp(sixMonthsLater(now))).toBe(false)
    expect(localStorage.getItem('signedUpForDeals')).toBeNull()
  })

  it('[NEWS-14] removes what it cannot read', () => {
    for (const text of [
      '{',
      'null',
      '{"value":true}',
      '{"value":"yes","expires":99999999999999}',
    ]) {
      localStorage.setItem('signedUpForDeals', text)
      expect(readSignedUp(now)).toBe(false)
      expect(localStorage.getItem('signedUpForDeals')).toBeNull()
    }
  })

  it('is false if storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked')
    })
    expect(readSignedUp(now)).toBe(false)
  })
})
