import { combineReducers, configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { availabilityCall, initCall } from '../features/catalogue'
import { routeChanged } from '../features/page'
import { durationChosen, setPartySizeModal } from '../features/search'
import { initData } from '../test/catalogue'
import { createPersistor, rehydrating, type SlowStorage } from './persistence'
import { wholeStore } from '../test/render'
import { catalogueSlices, persist, persistKeys } from './store'
import { accept } from '../test/accept'

const ABOUT = '{"version":1,"rehydrated":true}'

function entry(key: string): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, string>
}

const cameFrom = (previousUrl: string) => routeChanged({ path: '/', previousUrl })

async function persisted() {
  const store = wholeStore()
  const persistor = persist(store, sessionStorage)
  await persistor.restore()
  return { store, persistor }
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

describe('saved state', () => {
  it('[PAGE-20] is written to session storage, under keys that begin with persist:', async () => {
    const { store, persistor } = await persisted()
    store.dispatch(cameFrom('/map'))
    persistor.flush()
    expect(Object.keys(sessionStorage).toSorted()).toEqual(['persist:data', 'persist:root'])
    expect(localStorage).toHaveLength(0)
    const root = entry('persist:root')
    expect(root._persist).toBe(ABOUT)
    expect(JSON.parse(root.session ?? '')).toMatchObject({ previousUrl: '/map' })
  })

  it('[PAGE-22] contains the catalogue under its own key, and no cached prices', async () => {
    const { store, persistor } = await persisted()
    store.dispatch(accept(initCall, undefined, initData()))
    store.dispatch(
      accept(
        availabilityCall,
        { channel: 'ukcaravan' },
        { minprices: {}, minparkprices: {}, months: ['2031-07'], latedeals: [], nightsOptions: {} },
      ),
    )
    persistor.flush()
    expect(Object.keys(entry('persist:data')).toSorted()).toEqual([
      '_persist',
      'operators',
      'parkDetails',
      'parks',
      'regions',
    ])
    const root = entry('persist:root')
    expect(root).not.toHaveProperty('data')
    expect(root).not.toHaveProperty('requests')
    expect(JSON.stringify(Object.values(sessionStorage))).not.toContain('2031-07')
  })

  it('contains the search, but not what is open on the screen', async () => {
    const { store, persistor } = await persisted()
    store.dispatch(setPartySizeModal(true))
    store.dispatch(durationChosen(7))
    persistor.flush()
    const search = JSON.parse(entry('persist:root').search ?? '') as object
    expect(search).toMatchObject({ duration: 7 })
    expect(search).not.toHaveProperty('partySizeModal')
  })

  it('is not read where nothing of an entry is wanted, so that a newer catalogue stays', async () => {
    const first = await persisted()
    first.store.dispatch(accept(initCall, undefined, initData()))
    first.persistor.flush()
    const reads = vi.spyOn(Storage.prototype, 'getItem')
    const store = wholeStore()
    await persist(store, sessionStorage).restore([...catalogueSlices, 'session'])
    expect(reads.mock.calls.map(([key]) => key)).toEqual(['persist:root'])
    expect(store.getState().data.regions.byChannel).toEqual({})
  })

  it('contains only the parts of payment that identify the attempt', () => {
    const root = persistKeys.find(({ key }) => key === 'root')
    expect(root?.slices.payment).toEqual(['paymntRecId', 'paymntUsed'])
  })

  it('[PAGE-21] is restored, and can be paused, flushed and purged', async () => {
    const first = await persisted()
    first.store.dispatch(cameFrom('/map'))
    first.persistor.flush()

    const second = await persisted()
    expect(second.store.getState().session.previousUrl).toBe('/map')

    second.persistor.pause()
    second.store.dispatch(cameFrom('/list'))
    second.persistor.flush()
    expect(entry('persist:root').session).toContain('/map')

    second.persistor.persist()
    second.persistor.flush()
    expect(entry('persist:root').session).toContain('/list')

    second.persistor.purge()
    expect(sessionStorage).toHaveLength(0)
  })

  it('is written at most every 500 ms', async () => {
    const { store } = await persisted()
    vi.useFakeTimers()
    const writes = vi.spyOn(Storage.prototype, 'setItem')
    store.dispatch(cameFrom('/map'))
    vi.advanceTimersByTime(499)
    store.dispatch(cameFrom('/list'))
    expect(writes).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    const ofRoot = writes.mock.calls.filter(([key]) => key === 'persist:root')
    expect(ofRoot).toHaveLength(1)
    expect(entry('persist:root').session).toContain('/list')
  })

  it('is turned into text only where it has changed', async () => {
    const { store, persistor } = await persisted()
    store.dispatch(cameFrom('/map'))
    persistor.flush()
    const text = vi.spyOn(JSON, 'stringify')
    const writes = vi.spyOn(Storage.prototype, 'setItem')
    store.dispatch(
      accept(
        availabilityCall,
        { channel: 'boats' },
        { minprices: {}, minparkprices: {}, months: ['2031-07'], latedeals: [], nightsOptions: {} },
      ),
    )
    text.mockClear()
    persistor.flush()
    expect(text).not.toHaveBeenCalled()
    expect(writes).not.toHaveBeenCalled()
    store.dispatch(cameFrom('/list'))
    persistor.flush()
    expect(writes.mock.calls.map(([key]) => key)).toEqual(['persist:root'])
    const turned = text.mock.calls.map(([value]) => value as unknown)
    text.mockRestore()
    const { session, filters } = store.getState()
    expect(turned).toContain(session)
    expect(turned).not.toContain(filters)
    expect(entry('persist:root').session).toBe(JSON.stringify(session))
    expect(entry('persist:root').filters).toBe(JSON.stringify(filters))
  })

  it('of another version, or unreadable, is removed', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    sessionStorage.setItem(
      'persist:root',
      JSON.stringify({ session: '{"previousUrl":"/map"}', _persist: '{"version":2}' }),
    )
    sessionStorage.setItem('persist:data', '{"regions":')
    const { store } = await persisted()
    expect(store.getState().session.previousUrl).toBeUndefined()
    expect(sessionStorage.getItem('persist:data')).toBeNull()
    expect(log).toHaveBeenCalled()
  })

  it('that cannot be stored is logged, and the page continues', async () => {
    const { store, persistor } = await persisted()
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    store.dispatch(cameFrom('/map'))
    expect(() => persistor.flush()).not.toThrow()
    expect(log).toHaveBeenCalled()
  })
})

const colour = createSlice({
  name: 'colour',
  initialState: { name: 'red' },
  reducers: {
    chosen(state, action: PayloadAction<string>) {
      state.name = action.payload
    },
  },
})

describe('a slow storage', () => {
  it('[PAGE-23] is given up after five seconds, and a later result is ignored', async () => {
    vi.useFakeTimers()
    let answer: (value: string) => void = () => {}
    const storage: SlowStorage = {
      getItem: () => new Promise((resolve) => (answer = resolve)),
      setItem: () => {},
      removeItem: () => {},
    }
    const store = configureStore({
      reducer: rehydrating('root', combineReducers({ colour: colour.reducer })),
    })
    const key = {
      key: 'root',
      select: (state: Readonly<Record<string, unknown>>) => state,
      slices: { colour: true as const },
    }
    const persistor = createPersistor(store, [key], storage)
    let restored = false
    void persistor.restore().then(() => (restored = true))
    await vi.advanceTimersByTimeAsync(4999)
    expect(restored).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(restored).toBe(true)
    store.dispatch(colour.actions.chosen('green'))
    answer(JSON.stringify({ colour: '{"name":"blue"}', _persist: ABOUT }))
    await vi.advanceTimersByTimeAsync(10)
    expect(store.getState().colour.name).toBe('green')
  })
})
