import { describe, expect, it } from 'vitest'
import { CHANNEL_NAMES } from './channels'
import { typeAhead, typedNext } from './type-ahead'

const names = Object.values(CHANNEL_NAMES)

/** The name that is current after letters were typed, each so many milliseconds after the one before. */
function after(text: string, pause: number, start = 'UK Holiday Parks'): string | undefined {
  let current = names.indexOf(start)
  let typed = { text: '', at: -1000 }
  for (const letter of text) {
    typed = typedNext(typed, letter, typed.at + pause)
    const found = typeAhead(names, current, typed)
    if (found >= 0) current = found
  }
  return names[current]
}

describe('letters typed in a list', () => {
  it('choose the next name that begins with the letter, round the list', () => {
    expect(after('b', 0)).toBe('Boating Holidays')
    expect(after('u', 0)).toBe('UK Lodge Breaks')
    expect(after('u', 0, 'UK Camping & Touring Parks')).toBe('UK Holiday Parks')
  })

  it('go on to the next with each repetition, fast or slow', () => {
    expect(after('uu', 100)).toBe('UK Cottages')
    expect(after('uu', 900)).toBe('UK Cottages')
  })

  it('are one word while they follow each other quickly', () => {
    expect(after('uk c', 100)).toBe('UK Cottages')
    expect(after('uk ca', 100)).toBe('UK Camping & Touring Parks')
    // After a pause, the second letter is the first of another word.
    expect(after('ub', 900)).toBe('Boating Holidays')
  })

  it('change nothing when no name begins with them', () => {
    expect(after('x', 0)).toBe('UK Holiday Parks')
    expect(after('ub', 100)).toBe('UK Lodge Breaks')
  })
})
