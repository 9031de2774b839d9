import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DateStrip } from './DateStrip'

it('[FMT-08] the strip of dates divides weeks, and marks the cheapest day of each week, or the only one with a price', () => {
  const days = [
    { day: '2026-11-23', price: 398, cheapestInWeek: false },
    { day: '2026-11-27', price: 349, cheapestInWeek: true },
    { day: '2026-11-28', price: undefined, cheapestInWeek: false },
    { day: '2026-11-30', price: 150, cheapestInWeek: true },
    { day: '2026-12-04', price: undefined, cheapestInWeek: false },
  ]
  render(<DateStrip label="Arrival dates" days={days} selected={undefined} onPick={() => {}} />)
  expect(screen.getAllByRole('button').map((cell) => cell.textContent)).toEqual([
    'Mon 23rd Nov£398',
    'Fri 27th Nov£349Cheapest that week',
    'Sat 28th Nov–Not available',
    'Mon 30th Nov£150Only day that week',
    'Fri 4th Dec–Not available',
  ])
  const dividers = screen
    .getAllByRole('listitem')
    .map(({ classList }) => classList.contains('border-l-[3px]'))
  expect(dividers, 'a thick line before Monday 30th only').toEqual([
    false,
    false,
    false,
    true,
    false,
  ])
})
