import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { holdAnswers } from '../../test/held-server'
import { resizeTo } from '../../test/screen'
import { prices } from '../../test/search-page'
import { ok } from '../../test/server'
import { settle, visit } from '../../test/visit'

const stay = 'date=24%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs='
const cornwall = `/results?channel=ukcaravan&region=12&${stay}`
const group = { name: 'Recent searches' }

beforeEach(() => {
  localStorage.clear()
  resizeTo(1280)
})

it('Where offers a search that was made, which runs it again, and can be removed', async () => {
  const { to } = holdAnswers({ '/api/cachedavailability': ok(prices) })
  const { user, goTo, address } = await visit(cornwall)
  const where = () => user.click(screen.getAllByRole('combobox', { name: 'Where' })[0] as Element)
  await where()
  expect(screen.queryByRole('group', group)).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getAllByRole('button', { name: 'Search' })[0] as Element)
  await settle()

  await goTo('/results?channel=ukcaravan&region=13&nights=7')
  await where()
  const recent = within(await screen.findByRole('group', group))
  const link = recent.getByRole('link', { name: /^Cornwall\s*24 Nov.* 3 nights, 2 guests$/ })
  const before = to('/api/search').length
  await user.click(link)
  await settle()
  expect(address()).toContain('region=12')
  expect(to('/api/search').slice(before).at(-1)?.query).toMatchObject({ region: '12', nights: '3' })
  expect(screen.queryByRole('group', group)).toBeNull()

  await where()
  await user.click(await screen.findByRole('button', { name: 'Remove the search for Cornwall' }))
  expect(screen.queryByRole('group', group)).toBeNull()
  expect(Object.keys(localStorage)).not.toContain('recentSearches')
})

it('a search whose day is over is not offered', async () => {
  const past = cornwall.replace('2026', '2025').split('?')[1]
  localStorage.setItem('recentSearches', JSON.stringify([{ query: past, place: 'Cornwall' }]))
  holdAnswers({ '/api/cachedavailability': ok(prices) })
  const { user } = await visit('/results?channel=ukcaravan&region=13&nights=7')
  await user.click(screen.getAllByRole('combobox', { name: 'Where' })[0] as Element)
  await settle()
  expect(screen.getByRole('listbox', { name: 'Where' })).toBeVisible()
  expect(screen.queryByRole('group', group)).toBeNull()
})
