import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { PriceCalendarEntry } from '../../rules/calendar'
import { SeasonStrip } from './SeasonStrip'

const entry = (date: string, price: number): PriceCalendarEntry => ({
  date,
  price,
  region: '12',
  cheapestInWeek: true,
})
const year = [entry('24/11/2026', 111), entry('01/12/2026', 276), entry('27/07/2027', 620)]
const strip = (props: { month?: string; onMonth?: (month: string) => void } = {}) => (
  <SeasonStrip
    calendar={year}
    firstDay="2026-11-22"
    month="2026-12"
    monthsInFrame={1}
    onMonth={() => {}}
    {...props}
  />
)
const slider = () => screen.getByRole('slider', { name: 'Months shown' })

it('the frame is at the end of the strip when the shown month is after its last week', () => {
  const onMonth = vi.fn<(month: string) => void>()
  render(strip({ month: '2028-03', onMonth }))
  fireEvent.keyDown(slider(), { key: 'ArrowLeft' })
  expect(onMonth).toHaveBeenCalledExactlyOnceWith('2027-10')
})

it('the strip has its heights in the server’s HTML without style attributes', () => {
  const html = renderToString(strip())
  expect(html).not.toContain('style=')
  const view = new DOMParser().parseFromString(html, 'text/html')
  const heights = [...view.querySelectorAll('rect.bar')].map((bar) => bar.getAttribute('height'))
  expect(heights).toHaveLength(52)
  expect(heights.filter((height) => Number(height) > 2).map(Number)).toEqual([
    12,
    expect.closeTo(12 + 46 * (165 / 509)),
    58,
  ])
})

it('the strip labels its lines, and the cheapest week, in pounds', () => {
  render(strip())
  for (const text of ['£200', '£400', '£600', '£111']) expect(screen.getByText(text)).toBeVisible()
})

it('the strip names the cheapest week of the shown months while it has the focus', async () => {
  const user = userEvent.setup()
  render(strip())
  expect(screen.queryByText('Week of 30th Nov')).toBeNull()
  await user.tab()
  expect(slider()).toHaveFocus()
  expect(screen.getByText('Week of 30th Nov')).toBeVisible()
  expect(screen.getByText('From £276')).toBeVisible()
  await user.tab()
  expect(screen.queryByText('Week of 30th Nov')).toBeNull()
})
