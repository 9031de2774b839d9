import { render, screen, waitFor } from '@testing-library/react'
import { lazy } from 'react'
import { expect, it, vi } from 'vitest'
import { WhenNear } from './WhenNear'

it('shows nothing when the content cannot be loaded, and the page still works', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Lost = lazy<() => null>(() => Promise.reject(new TypeError('Failed to fetch')))
  render(
    <main>
      <h1>Gannet Sands</h1>
      <WhenNear fallback={<p>Loading</p>}>
        <Lost />
      </WhenNear>
    </main>,
  )
  expect(screen.getByText('Loading')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
  expect(screen.getByRole('heading', { name: 'Gannet Sands' })).toBeVisible()
})
