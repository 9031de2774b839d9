import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { readyStore, renderWithStore } from '../../test/render'
import { consentRead, CookieBanner } from '.'

// Stands for a server that does not have the chunk any more.
vi.mock('./BannerText', () => {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/BannerText.js')
})

it('the page stays where the code of the cookie banner cannot be loaded', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const store = readyStore()
  store.dispatch(consentRead('unknown'))
  const page = (
    <>
      <p>The page</p>
      <CookieBanner />
    </>
  )
  const { container } = renderWithStore(page, { store })
  await waitFor(() => expect(log).toHaveBeenCalled())
  expect(container.textContent).toBe('The page')
})
