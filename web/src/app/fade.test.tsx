import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { holdAnswers } from '../test/held-server'
import { settle, visit } from '../test/visit'

const animate = vi.fn<() => void>()

beforeEach(() => {
  animate.mockClear()
  Object.assign(Element.prototype, { animate })
  holdAnswers()
})

async function followLink() {
  const page = await visit('/no/such/page')
  expect(animate).not.toHaveBeenCalled()
  await page.user.click(screen.getByRole('link', { name: 'Search holidays' }))
  await settle()
  expect(page.address()).toBe('/')
  return page
}

it('a page that a link leads to fades in, but the first page and Back do not', async () => {
  const page = await followLink()
  expect(animate).toHaveBeenCalledTimes(1)
  expect(animate.mock.contexts[0]).toBe(document.getElementById('main'))
  await page.back()
  expect(page.address()).toBe('/no/such/page')
  expect(animate).toHaveBeenCalledTimes(1)
})

it('no page fades for a visitor who prefers reduced motion', async () => {
  const before = window.matchMedia
  window.matchMedia = ((query: string) => ({
    ...before?.(query),
    matches: query.includes('reduced-motion'),
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as typeof window.matchMedia
  try {
    await followLink()
    expect(animate).not.toHaveBeenCalled()
  } finally {
    window.matchMedia = before
  }
})
