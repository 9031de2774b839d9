import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ParkDetails } from '../../api/schema'
import { typedFilters } from '../../rules/filter-list'
import { ParkFacts } from './ParkFacts'

it('the facts of a park are its own features, without those of its accommodation', () => {
  const filters = typedFilters([
    { name: 'Indoor pool', group: '1' },
    { name: 'Hot tub', group: '2' },
    { name: 'Lakeside', group: '3' },
    { name: 'Fishing', group: '4' },
  ])
  const park = { features: [0, 1, 3], dogs: 'Y' } as Partial<ParkDetails> as ParkDetails
  render(<ParkFacts park={park} filters={filters} />)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Dogs welcome',
    'Indoor pool',
    'Fishing',
  ])
})

it('the facts of a park are at most twelve, including dogs', () => {
  const names = Array.from({ length: 13 }, (_, index) => `Fact ${index}`)
  const filters = typedFilters(names.map((name) => ({ name, group: '1' })))
  const park = { features: names.map((_, id) => id), dogs: 'Y' } as Partial<ParkDetails>
  render(<ParkFacts park={park as ParkDetails} filters={filters} />)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Dogs welcome',
    ...names.slice(0, 11),
  ])
})
