import { render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { expect, it, vi } from 'vitest'
import { LazyPart } from './LazyPart'

const Missing = lazy(() =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js')),
)

it('a part that cannot be loaded leaves the page, with a message where the visitor wanted it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <>
      <p>The page</p>
      <LazyPart loading="Loading">
        <Missing />
      </LazyPart>
      <LazyPart wanted loading="Loading">
        <Missing />
      </LazyPart>
    </>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded')
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(screen.getByText('The page')).toBeVisible()
  expect(screen.queryByText('Loading')).toBeNull()
})
