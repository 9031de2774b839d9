import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { makeStore, renderWithStore } from '../../test/render'
import { Maintained } from './Maintained'
import { flagsEvaluated } from './state'

const PASS = 'GrantUserAccess'

afterEach(() => {
  document.cookie = `${PASS}=; max-age=0`
})

/** Renders the site at a path while it is closed. */
function renderClosed(path: string) {
  const store = makeStore()
  store.dispatch(flagsEvaluated({ maintenanceMode: true }))
  return renderWithStore(<Maintained>the site</Maintained>, { store, path })
}

it('shows the maintenance page in place of the site', async () => {
  renderClosed('/region/ukcaravan')
  expect(await screen.findByText('Thank you for your patience!')).toBeInTheDocument()
  expect(screen.queryByText('the site')).not.toBeInTheDocument()
})

it('keeps the site for staff with the pass, whatever its value', async () => {
  document.cookie = `${PASS}=`
  renderClosed('/region/ukcaravan')
  expect(await screen.findByText('the site')).toBeInTheDocument()
  expect(screen.queryByText('Thank you for your patience!')).not.toBeInTheDocument()
})

it.each(['/booking/payment', '/booking/payment-action'])(
  'keeps the site for a visitor who is paying (%s)',
  async (path) => {
    renderClosed(path)
    expect(await screen.findByText('the site')).toBeInTheDocument()
    expect(screen.queryByText('Thank you for your patience!')).not.toBeInTheDocument()
  },
)
