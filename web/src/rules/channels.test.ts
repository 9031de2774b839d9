import { describe, expect, it } from 'vitest'
import {
  CHANNEL_NAMES,
  DEFAULT_CHANNEL,
  channelFamily,
  channelsInOrder,
  isSearchableChannel,
} from './channels'

describe('channels', () => {
  it('[CHAN-01] have these codes and names', () => {
    expect(CHANNEL_NAMES).toEqual({
      ukcaravan: 'UK Holiday Parks',
      eurocaravan: 'European Holiday Parks',
      uklodge: 'UK Lodge Breaks',
      ukcottages: 'UK Cottages',
      uktouring: 'UK Camping & Touring Parks',
      boats: 'Boating Holidays',
      hotels: 'Hotels',
    })
  })

  it('[CHAN-02] start with ukcaravan', () => expect(DEFAULT_CHANNEL).toBe('ukcaravan'))

  it('[CHAN-04] hotels and unknown codes cannot be searched', () => {
    expect(['hotels', 'cruises', undefined].map(isSearchableChannel)).toEqual([false, false, false])
  })

  it('[CHAN-05] are listed in the fixed order, whatever order they came in', () => {
    const shuffled = [
      'boats',
      'hotels',
      'uktouring',
      'ukcottages',
      'uklodge',
      'eurocaravan',
      'ukcaravan',
    ]
    expect(
      channelsInOrder(shuffled.map((code) => ({ code }))).map(({ code }) => CHANNEL_NAMES[code]),
    ).toEqual([
      'UK Holiday Parks',
      'European Holiday Parks',
      'UK Lodge Breaks',
      'UK Cottages',
      'UK Camping & Touring Parks',
      'Boating Holidays',
    ])
  })

  it('[CHAN-07] [CHAN-08] [CHAN-09] belong to a family with a word for its places', () => {
    expect(channelFamily('boats')).toEqual({ family: 'Boating Holidays', unit: 'Route' })
    expect(channelFamily('ukcottages')).toEqual({ family: 'Cottages', unit: 'Cottage' })
    for (const code of ['ukcaravan', 'uklodge', 'uktouring', 'eurocaravan', 'x']) {
      expect(channelFamily(code)).toEqual({ family: 'Holiday Parks', unit: 'Park' })
    }
  })
})
