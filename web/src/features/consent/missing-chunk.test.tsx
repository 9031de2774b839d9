import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { readyStore, renderWithStore } from '../../test/render'
import { consentRead, CookieBanner, cookieSettingsOpened } from '.'

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

it('[COOKIE-06] who asks for the settings is told that their code cannot be loaded', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const store = readyStore()
  store.dispatch(consentRead('rejected'))
  renderWithStore(<CookieBanner />, { store })
  act(() => void store.dispatch(cookieSettingsOpened()))
  expect(await screen.findByText(/This part of the page could not be loaded/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(log).toHaveBeenCalled()
})
