import { expect, it } from 'vitest'
import { initData } from '../../test/catalogue'
import { readyStore } from '../../test/render'
import { ok, serve } from '../../test/server'
import { regionsCall, selectRegionsOf } from './data'

const regions = (...ids: string[]) =>
  Object.fromEntries(ids.map((id) => [id, { id, name: `Region ${id}`, desc: '', dogs: 'Y' }]))

it('[API-30] [API-33] asks for the regions of a channel or of an operator in it, and indexes each', async () => {
  const requests = serve({
    '/api/channelregions': ({ query }) =>
      ok({ regions: { boats: query.opId ? regions('41') : regions('40', '41', '15') } }),
  })
  const store = readyStore(initData())
  await store.dispatch(regionsCall.run({ channel: 'boats' }))
  await store.dispatch(regionsCall.run({ channel: 'boats', opId: 'HOS' }))
  expect(requests.map(({ path, query }) => [path, query])).toEqual([
    ['/api/channelregions', { channel: 'boats' }],
    ['/api/channelregions', { channel: 'boats', opId: 'HOS' }],
  ])
  const { channelRegionIds, operatorChannelRegionIds } = store.getState().data.regions
  expect(channelRegionIds.boats).toEqual(['40', '41'])
  expect(operatorChannelRegionIds).toEqual({ HOS: { boats: ['41'] } })
  // An operator's regions must not replace the channel's.
  expect(Object.keys(selectRegionsOf(store.getState(), 'boats'))).toEqual(['40', '41'])
  expect(channelRegionIds.ukcaravan).toHaveLength(9)
})
