import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DateStrip } from './DateStrip'

it('[FMT-08] [OP-CAL-1a] the strip of dates divides weeks, and marks the cheapest day of each week, where there is another with a price', () => {
  const days = [
    { day: '2026-11-23', price: 398, cheapestInWeek: false },
    { day: '2026-11-27', price: 349, cheapestInWeek: true },
    { day: '2026-11-28', price: undefined, cheapestInWeek: false },
    { day: '2026-11-30', price: 150, cheapestInWeek: true },
    { day: '2026-12-04', price: undefined, cheapestInWeek: false },
  ]
  render(<DateStrip label="Arrival dates" days={days} selected={undefined} onPick={() => {}} />)
  expect(
    within(screen.getByRole('list'))
      .getAllByRole('button')
      .map((cell) => cell.textContent),
  ).toEqual([
    'Mon 23rd Nov£398',
    'Fri 27th Nov£349Cheapest that week',
    'Sat 28th Nov–Not available',
    'Mon 30th Nov£150',
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

it('the strip of dates has buttons that scroll it', async () => {
  const days = [{ day: '2026-11-23', price: 398, cheapestInWeek: true }]
  render(<DateStrip label="Arrival dates" days={days} selected={undefined} onPick={() => {}} />)
  const list = screen.getByRole('list', { name: 'Arrival dates' })
  const moved: unknown[] = []
  list.scrollBy = (options?: unknown) => void moved.push(options)
  Object.defineProperty(list, 'clientWidth', { value: 800 })
  fireEvent.click(screen.getByRole('button', { name: 'Later dates', hidden: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Earlier dates', hidden: true }))
  expect(moved).toMatchObject([{ left: 600 }, { left: -600 }])
})
