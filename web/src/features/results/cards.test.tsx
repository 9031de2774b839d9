import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAt, setWidth } from '../../test/search-page'
import { resultRow } from '../../test/search-store'
import type { Result } from '../../api/schema'
import { petFriendlyChosen, toggleFilter } from '../search'
import { ResultGrid } from './ResultGrid'

beforeEach(() => setWidth(1280))

it('a change of the search changes the links of the cards without rendering the cards again', async () => {
  // A card reads the features of its row whenever it is rendered. Its links copy the row, without
  // what cannot be enumerated.
  let rendered = 0
  const rows = ['A', 'B'].map((id) =>
    Object.defineProperty(resultRow(id) as Result, 'features', {
      enumerable: false,
      get: () => {
        rendered++
        return []
      },
    }),
  )
  const card = {
    slug: 'a-park',
    regionName: 'Cornwall',
    town: 'Looe',
    operatorName: '',
    images: [],
  }
  const { store } = renderAt(
    '/results?channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2',
    <ResultGrid rows={rows} />,
    { answers: { '/api/parkcards': [{ data: { cards: { A: card, B: card } } }] } },
  )
  const link = await screen.findByRole('link', { name: 'View Park A' })
  expect(await screen.findAllByText('Looe')).toHaveLength(2)
  await waitFor(() => expect(link).toHaveAttribute('href', expect.stringContaining('nights=3')))
  expect(rendered).toBeGreaterThan(0)
  const before = rendered
  act(() => {
    store.dispatch(petFriendlyChosen(true))
  })
  await waitFor(() => expect(link).toHaveAttribute('href', expect.stringContaining('dogs=y')))
  act(() => {
    store.dispatch(toggleFilter(0))
  })
  await waitFor(() => expect(link).toHaveAttribute('href', expect.stringContaining('features=0')))
  expect(rendered).toBe(before)
})
