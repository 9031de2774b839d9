import { screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { brand } from '../../brands'
import { readyStore, renderWithStore } from '../../test/render'
import { initData } from '../../test/search-store'
import { TermsNote } from './TermsNote'

it('what a brand says about cancelling leads to its page, where it has one', () => {
  const { urls } = brand
  onTestFinished(() => void (brand.urls = urls))
  const note = () => renderWithStore(<TermsNote />, { store: readyStore(initData) })
  brand.urls = { ...urls, cancelling: '/our-own-rules' }
  const view = note()
  expect(screen.getByRole('link', { name: /^what cancelling costs/ })).toHaveAttribute(
    'href',
    '/our-own-rules',
  )
  view.unmount()
  brand.urls = { ...urls, cancelling: '' }
  expect(note().container).toHaveTextContent(/the closer you are to your arrival\.$/)
  expect(screen.queryByRole('link', { name: /^what cancelling costs/ })).toBeNull()
})

it('the terms of the stay take the place of what the brand says in general', () => {
  const rules = [
    'If you cancel by Fri 19th Feb 2027, the whole price comes back.',
    'After that, nothing comes back.',
  ]
  renderWithStore(<TermsNote cancellation={rules} />, { store: readyStore(initData) })
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(rules)
  expect(screen.getByText(/no 14-day right to cancel\.$/)).toBeVisible()
  expect(screen.queryByText(/you pay a part of the price/)).toBeNull()
})
