import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Page } from '../features/page'
import { renderWithStore } from '../test/render'

const canonical = () => document.head.querySelectorAll('link[rel="canonical"]')

// In a file of its own, because only the first page of a document has a head of the server's.
it('keeps the first page’s head as the server wrote it, and adds what is missing', async () => {
  document.head.insertAdjacentHTML('beforeend', '<link rel="canonical" href="/of-the-server">')
  const { router } = renderWithStore(
    [
      {
        path: '/one',
        element: (
          <Page title="One" description="About one" path="/other">
            <h1>One</h1>
          </Page>
        ),
      },
      {
        path: '/two',
        element: (
          <Page title="Two" path="/two">
            <h1>Two</h1>
          </Page>
        ),
      },
    ],
    { path: '/one' },
  )
  expect(document.title).toBe('One | Meridian Times Holidays')
  expect(canonical()).toHaveLength(1)
  expect(canonical()[0]).toHaveAttribute('href', '/of-the-server')
  expect(document.head.querySelector('meta[name="description"]')).toHaveAttribute(
    'content',
    'About one',
  )
  await act(() => router.navigate('/two'))
  expect(canonical()[0]).toHaveAttribute('href', 'https://www.meridian.example/two')
  expect(document.head.querySelector('meta[name="description"]')).toBeNull()
})
