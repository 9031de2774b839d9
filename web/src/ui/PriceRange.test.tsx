import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { PRICE_SLIDER_MAX } from '../rules/settings'
import { PriceRange } from './PriceRange'

function Slider({
  prices,
  from = 0,
  onMax = () => {},
}: {
  prices: string[]
  from?: number
  onMax?: (pounds: number) => void
}) {
  const [min, setMin] = useState(from)
  return (
    <PriceRange
      rows={prices.map((price) => ({ price }))}
      min={min}
      max={PRICE_SLIDER_MAX}
      onMin={setMin}
      onMax={onMax}
    />
  )
}
const lowest = () => screen.getByRole('slider', { name: 'Lowest price' })
const highest = () => screen.getByRole('slider', { name: 'Highest price' })

it('ends at the highest price, and has no upper limit there', () => {
  const onMax = vi.fn<(pounds: number) => void>()
  render(<Slider prices={['120.00', '431.00']} onMax={onMax} />)
  expect(highest()).toHaveAttribute('max', '440')
  expect(highest()).toHaveValue('440')
  fireEvent.change(highest(), { target: { value: '300' } })
  expect(onMax).toHaveBeenLastCalledWith(300)
})

it('with both thumbs at the end, the lower one is on top and can be moved back', () => {
  render(<Slider prices={['120.00', '1431.00']} from={1000} />)
  expect(lowest()).toHaveValue('1000')
  expect(lowest()).toHaveClass('z-10')
  expect(highest()).not.toHaveClass('z-10')
  fireEvent.change(lowest(), { target: { value: '0' } })
  expect(lowest()).not.toHaveClass('z-10')
})

it('is not shown if every price is above its cap', () => {
  render(<Slider prices={['1200.00', '2431.00']} />)
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.getByText('All prices are above £1,000.')).toBeVisible()
})
