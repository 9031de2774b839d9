import { render, screen, waitFor } from '@testing-library/react'
import { ErrorBoundary } from 'react-error-boundary'
import { beforeEach, expect, it, vi } from 'vitest'
import { brand } from '../brands'
import { displayFailed } from './page-error'

/** What was sent to the server, as text. */
let sent: { url: string; body: string }[] = []

beforeEach(() => {
  sent = []
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push({ url, body: body as string })
    return Promise.resolve(new Response('{}'))
  })
  brand.errorReporting = { dsn: 'http://public@errors.example/7', release: '1.2.3' }
  window.history.replaceState(null, '', '/region/ukcaravan')
})

function Broken({ message }: { message: string }): never {
  throw new Error(message)
}

/** Renders a part that fails. */
function fail(message: string) {
  const view = render(
    <ErrorBoundary fallback="failed" onError={displayFailed}>
      <Broken message={message} />
    </ErrorBoundary>,
  )
  expect(screen.getByText('failed')).toBeVisible()
  view.unmount()
}

it('reports a display error, but no failed load of a part of the application', async () => {
  fail('Failed to fetch dynamically imported module: /assets/a.js')
  fail('no colour for jo@mail.example')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.url).toBe('/api/errors')
  expect(sent[0]?.body).toContain('"environment":"production"')
  expect(sent[0]?.body).toContain('"type":"react.errorboundary"')
  expect(sent[0]?.body).toContain('no colour for ***')
})

it('reports nothing without an address, or on a payment page', async () => {
  window.history.replaceState(null, '', '/booking/payment')
  fail('on a payment page')
  window.history.replaceState(null, '', '/region/ukcaravan')
  brand.errorReporting = { dsn: '', release: '' }
  fail('without an address')
  brand.errorReporting = { dsn: 'http://public@errors.example/7', release: '1.2.3' }
  fail('the only one')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toContain('the only one')
})
