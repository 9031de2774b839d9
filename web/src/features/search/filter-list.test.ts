import { expect, it } from 'vitest'
import { initData } from '../../test/catalogue'
import { readyStore } from '../../test/render'
import { ok, serve } from '../../test/server'
import { filtersCall } from './filter-list'

it('[API-44] treats the filter call’s lists exactly like those of init', async () => {
  const lists = {
    Filters: [
      { name: 'Sauna', group: '1' },
      { name: 'Sleeps', group: '2', compare: '>=', field: 'sleeps', options: [4, 6] },
    ],
    bFilters: [0, 0, 1] as [number, number, number],
    nFilters: [1, 0, 1] as [number, number, number],
    filterGroups: { '1': { name: 'On the park' } },
  }
  const fromInit = readyStore(initData({ ...lists, offers: [] }))
  const store = readyStore(initData({ offers: [] }))
  expect(store.getState().data.filterList).not.toEqual(fromInit.getState().data.filterList)
  const requests = serve({ '/api/filters': ok(lists) })
  await store.dispatch(filtersCall.run())
  expect(requests).toMatchObject([{ method: 'GET', path: '/api/filters' }])
  expect(store.getState().data.filterList).toEqual(fromInit.getState().data.filterList)
  expect(store.getState().data.filterList).toMatchObject({
    Filters: [{ name: 'Sauna' }, { name: 'Sleeps' }],
    filterGroups: { '1': { name: 'On the park' }, '5': { name: 'Park operators' } },
  })
})
