import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { browserHistory, Router } from '../../router'
import { beforeEach, describe, expect, it } from 'vitest'
import { keepInHistory } from './details-in-history'

function Unit({ id }: { id: string }) {
  return (
    <details id={id} aria-label={id} onToggle={(event) => keepInHistory(event.currentTarget)}>
      <summary>Open {id}</summary>
    </details>
  )
}

function show() {
  render(
    <Router history={browserHistory()}>
      <Unit id="unit-G2" />
      <Unit id="unit-G3" />
    </Router>,
  )
  const user = userEvent.setup()
  return {
    press: (id: string) => user.click(screen.getByText(`Open ${id}`)),
    isOpen: (id: string) => (screen.getByLabelText(id) as HTMLDetailsElement).open,
  }
}

beforeEach(() => {
  window.history.replaceState(null, '', '/holidays/HV101/gannet-sands?nights=3')
})

describe('the details of a unit', () => {
  it('are closed by Back and opened again by Forward, without a change of the search', async () => {
    const { press, isOpen } = show()
    await press('unit-G2')
    await waitFor(() => expect(window.location.hash).toBe('#unit-G2'))
    expect(window.location.search).toBe('?nights=3')
    window.history.back()
    await waitFor(() => expect(isOpen('unit-G2')).toBe(false))
    expect(window.location.hash).toBe('')
    window.history.forward()
    await waitFor(() => expect(isOpen('unit-G2')).toBe(true))
  })

  it('leave the history again when a press closes them', async () => {
    const { press, isOpen } = show()
    await press('unit-G2')
    await waitFor(() => expect(window.location.hash).toBe('#unit-G2'))
    await press('unit-G2')
    await waitFor(() => expect(window.location.hash).toBe(''))
    expect(isOpen('unit-G2')).toBe(false)
  })

  it('of two units are closed one after the other', async () => {
    const { press, isOpen } = show()
    await press('unit-G2')
    await waitFor(() => expect(window.location.hash).toBe('#unit-G2'))
    await press('unit-G3')
    await waitFor(() => expect(window.location.hash).toBe('#unit-G3'))
    window.history.back()
    await waitFor(() => expect(isOpen('unit-G3')).toBe(false))
    expect(isOpen('unit-G2')).toBe(true)
    window.history.back()
    await waitFor(() => expect(isOpen('unit-G2')).toBe(false))
  })
})
