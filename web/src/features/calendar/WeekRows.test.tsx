import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderWithStore } from '../../test/render'
import { WeekRows } from './WeekRows'

it('writes the chosen day in the ink of its field, though no stay begins on it', () => {
  renderWithStore(
    <WeekRows
      mondays={['2026-11-23']}
      prices={new Map()}
      rules={{
        channelId: 'ukcaravan',
        today: '2026-11-21',
        dataAvailable: true,
        hasPrice: () => false,
      }}
      arrival="2026-11-25"
      nights={3}
      onPick={() => {}}
    />,
  )
  const chosen = screen.getByRole('button', { pressed: true })
  expect(chosen).toHaveTextContent('Wednesday 25th November 2026, no arrivals')
  expect(chosen).toHaveClass('text-accent-ink')
  expect(chosen).not.toHaveClass('text-muted')
  expect(screen.getByRole('button', { name: /^Tuesday 24th/ })).toHaveClass('text-muted')
})
