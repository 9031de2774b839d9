import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { collectDeviceData } from './device-data'

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

  it('[PAYFAIL-37] goes on without it after ten seconds, and leaves nothing on the page', async () => {
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
})
