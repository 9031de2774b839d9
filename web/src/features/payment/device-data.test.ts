import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdAnswers } from '../../test/held-server'
import { ok, serve } from '../../test/server'
import { readyStore } from '../../test/render'
import { initData } from '../../test/catalogue'
import { beginDeviceData, collectDeviceData, takeStarted, takeDeviceData } from './device-data'

const provider = { ddcUrl: 'https://ddc.example/collect', ddcJwt: 'J' }
const completed = '{"MessageType":"profile.completed","SessionId":"S1","Status":true}'

const frame = () => document.querySelector('iframe')

const post = (data: unknown, origin = 'https://ddc.example', source = frame()?.contentWindow) =>
  window.dispatchEvent(new MessageEvent('message', { origin, source: source ?? null, data }))

describe('the collection of device data', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('[PAYFAIL-37] ends without a session after ten seconds, and leaves nothing on the page', async () => {
    const result = vi.fn()
    void collectDeviceData(provider, '4444333322221111').then(result)
    expect(frame()).not.toBeNull()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(result).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(result).toHaveBeenCalledExactlyOnceWith(undefined)
    expect(frame()).toBeNull()
    expect(document.querySelector('form')).toBeNull()
    post(completed, undefined, window)
    expect(result).toHaveBeenCalledOnce()
  })

  it('[PAYFAIL-38] ignores messages of another origin or window, and malformed ones', async () => {
    const result = vi.fn()
    void collectDeviceData(provider, '4444333322221111').then(result)
    post(completed, 'https://evil.example')
    post(completed, undefined, window)
    for (const malformed of [
      '',
      'profile.completed',
      '{"MessageType":"profile.completed"}',
      '{"MessageType":"profile.completed","SessionId":"S1","Status":false}',
      '{"MessageType":"profile.completed","SessionId":7,"Status":true}',
      '{"MessageType":"other","SessionId":"S1","Status":true}',
      'null',
      { MessageType: 'profile.completed', SessionId: 'S1', Status: true },
    ])
      post(malformed)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(result).not.toHaveBeenCalled()
    post(completed)
    await vi.advanceTimersByTimeAsync(0)
    expect(result).toHaveBeenCalledExactlyOnceWith('S1')
  })

  describe('when it begins while the card is typed', () => {
    const newProvider = { ...provider, ddcJwt: 'new' }
    const begin = (card: string) =>
      readyStore(initData()).dispatch(beginDeviceData(card, new AbortController().signal))
    const jwts = () =>
      [...document.querySelectorAll<HTMLInputElement>('input[name="JWT"]')].map(
        ({ value }) => value,
      )
    beforeEach(() => void takeStarted(''))

    it('is used for a card of the same bank, and for one payment only', async () => {
      const requests = serve({ '/api/devicedata': ok(provider) })
      begin('4444333322221111')
      begin('4444330000000000')
      await vi.advanceTimersByTimeAsync(0)
      expect(requests).toHaveLength(1)
      const first = takeDeviceData(newProvider, '4444330000000000')
      post(completed)
      expect(await first).toBe('S1')
      const second = takeDeviceData(newProvider, '4444330000000000')
      await vi.advanceTimersByTimeAsync(0)
      expect(jwts()).toEqual(['new'])
      post(completed)
      expect(await second).toBe('S1')
    })

    it.each([
      ['could not begin', '/api/nothing', '4444333322221111'],
      ['was for a card of another bank', '/api/devicedata', '5555555555554444'],
    ])('is made again at the click when it %s', async (_, path, card) => {
      serve({ [path]: ok(provider) })
      begin('4444333322221111')
      await vi.advanceTimersByTimeAsync(0)
      const session = takeDeviceData(newProvider, card)
      await vi.advanceTimersByTimeAsync(0)
      expect(jwts()).toContain('new')
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await session).toBeUndefined()
    })

    it('is made at the click, and only once, when the server has not answered yet', async () => {
      const { pending } = holdAnswers({})
      begin('4444333322221111')
      await vi.advanceTimersByTimeAsync(0)
      const session = takeDeviceData(newProvider, '4444333322221111')
      await pending('/api/devicedata').answer(provider)
      await vi.advanceTimersByTimeAsync(0)
      expect(jwts()).toEqual(['new'])
      post(completed)
      expect(await session).toBe('S1')
    })

    it('is forgotten when the visitor leaves the page, also before the answer', async () => {
      const { pending, to } = holdAnswers({})
      const page = new AbortController()
      readyStore(initData()).dispatch(beginDeviceData('4444333322221111', page.signal))
      await vi.advanceTimersByTimeAsync(0)
      page.abort()
      begin('4444333322221111')
      await vi.advanceTimersByTimeAsync(0)
      expect(to('/api/devicedata')).toHaveLength(2)
      await pending('/api/devicedata', -1).answer(provider)
      await vi.advanceTimersByTimeAsync(0)
      expect(jwts()).toEqual(['J'])
      await vi.advanceTimersByTimeAsync(10_000)
    })

    it('does not wait a second time when the provider did not answer', async () => {
      serve({ '/api/devicedata': ok(provider) })
      begin('4444333322221111')
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await takeDeviceData(newProvider, '4444333322221111')).toBeUndefined()
      expect(frame()).toBeNull()
    })
  })
})
