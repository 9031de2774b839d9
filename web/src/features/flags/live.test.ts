import { expect, it, vi } from 'vitest'
import { startClient } from './client'
import { startFlags } from './live'

vi.mock('./client', () => ({ startClient: vi.fn<() => Promise<undefined>>() }))

it('reads the flags once the page has loaded and nothing has come for three seconds', async () => {
  vi.useFakeTimers()
  const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  const resources: PerformanceEntry[] = []
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => resources)
  const store = { getState: () => ({ flags: { settings: { clientKey: 'sdk-mt' } } }) }
  startFlags(store as unknown as Parameters<typeof startFlags>[0])
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await vi.dynamicImportSettled()
  }
  await pass(10_000)
  readyState.mockRestore()
  window.dispatchEvent(new Event('load'))
  await pass(2000)
  resources.push({} as PerformanceEntry)
  await pass(1000 + 2999)
  expect(startClient).not.toHaveBeenCalled()
  await pass(1)
  expect(startClient).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
