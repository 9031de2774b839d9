import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { initData } from '../../test/catalogue'
import { readyStore, renderWithStore } from '../../test/render'
import { DateStrip, type StripDay } from './DateStrip'

function renderStrip(days: readonly StripDay[]): HTMLElement {
  renderWithStore(
    <DateStrip label="Arrival dates" days={days} selected={undefined} onPick={() => {}} />,
    { store: readyStore(initData()) },
  )
  return screen.getByRole('list', { name: 'Arrival dates' })
}

it('[FMT-08] [FMT-11] [FMT-12] the strip of dates divides weeks, marks the cheapest day of each week where there is another with a price [OP-CAL-1a], and names another year', () => {
  const list = renderStrip([
    { day: '2026-11-23', price: 398, cheapestInWeek: false },
    { day: '2026-11-27', price: 349, cheapestInWeek: true },
    { day: '2026-11-28', price: undefined, cheapestInWeek: false },
    { day: '2026-11-30', price: 150, cheapestInWeek: true },
    { day: '2026-12-04', price: undefined, cheapestInWeek: false },
    { day: '2027-01-01', price: 90, cheapestInWeek: true },
  ])
  expect(
    within(list)
      .getAllByRole('button')
      .map((cell) => cell.textContent),
  ).toEqual([
    'Mon 23rd Nov£398',
    'Fri 27th Nov£349Cheapest that week',
    'Sat 28th Nov–Not available',
    'Mon 30th Nov£150',
    'Fri 4th Dec–Not available',
    'Fri 1st Jan 2027£90',
  ])
  const dividers = within(list)
    .getAllByRole('listitem')
    .map(({ classList }) => classList.contains('border-l-[3px]'))
  expect(dividers, 'a thick line before each later week').toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
  ])
})

it('a strip of one date a week has no lines between weeks, and no room for notes', () => {
  const list = renderStrip(
    (['2026-12-04', '2026-12-11', '2026-12-18'] as const).map((day) => ({
      day,
      price: 83,
      cheapestInWeek: true,
    })),
  )
  for (const cell of within(list).getAllByRole('listitem')) {
    expect(cell).not.toHaveClass('border-l-[3px]')
    expect(cell.querySelector('.min-h-8')).toBeNull()
  }
})

it('the strip of dates has buttons that scroll it', () => {
  const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
  onTestFinished(() => width.mockRestore())
  const list = renderStrip([{ day: '2026-11-23', price: 398, cheapestInWeek: true }])
  const moved: unknown[] = []
  list.scrollBy = (options?: unknown) => void moved.push(options)
  Object.defineProperty(list, 'clientWidth', { value: 800 })
  fireEvent.click(screen.getByRole('button', { name: 'Later dates', hidden: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Earlier dates', hidden: true }))
  expect(moved).toMatchObject([{ left: 600 }, { left: -600 }])
})

it('a strip that shows all of its dates has no buttons to scroll it', () => {
  renderStrip([{ day: '2026-11-23', price: 398, cheapestInWeek: true }])
  expect(screen.queryByRole('button', { name: 'Later dates', hidden: true })).toBeNull()
})
