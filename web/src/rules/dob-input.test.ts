import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDob, type EditKind, formatDob, type TextState } from './dob-input'

/** The field after a key press, as the browser changes its text before the rule. */
function press(field: TextState, key: string): TextState {
  const { value, cursor } = field
  const edit = (text: string, at: number, kind: EditKind) =>
    editDob(value, { value: text, cursor: at }, kind)
  if (key === '<') {
    return cursor === 0
      ? field
      : edit(value.slice(0, cursor - 1) + value.slice(cursor), cursor - 1, 'delete-back')
  }
  if (key === '>') {
    return cursor === value.length
      ? field
      : edit(value.slice(0, cursor) + value.slice(cursor + 1), cursor, 'delete-forward')
  }
  return edit(value.slice(0, cursor) + key + value.slice(cursor), cursor + key.length, 'insert')
}

function type(keys: string, from: TextState = { value: '', cursor: 0 }): TextState {
  return Array.from(keys).reduce(press, from)
}

describe('date-of-birth input', () => {
  it('[FORM-01] [FORM-03] accepts digits only and inserts the slashes while typing', () => {
    expect(type('03071985')).toEqual({ value: '03/07/1985', cursor: 10 })
    expect(type('a0-3x.0 7b1985')).toEqual({ value: '03/07/1985', cursor: 10 })
    expect(type('03')).toEqual({ value: '03/', cursor: 3 })
  })

  it('[FORM-04] accepts no digit after the fourth of the year', () => {
    expect(type('0307198567')).toEqual({ value: '03/07/1985', cursor: 10 })
    expect(type('9', { value: '03/07/1985', cursor: 1 })).toEqual({
      value: '03/07/1985',
      cursor: 1,
    })
  })

  it('[FORM-05] keeps the cursor behind the edited digit', () => {
    const full = { value: '03/07/1985', cursor: 4 }
    expect(type('<', full)).toEqual({ value: '03/71/985', cursor: 3 })
    expect(type('<1', full)).toEqual({ value: '03/17/1985', cursor: 4 })
    expect(type('2', { value: '3/', cursor: 0 })).toEqual({ value: '23/', cursor: 1 })
    expect(type('4', { value: '0', cursor: 1 })).toEqual({ value: '04/', cursor: 3 })
  })

  it('[FORM-05] Backspace after a slash removes the digit before it, and Delete before a slash the digit after it', () => {
    expect(type('<', { value: '03/07/1985', cursor: 3 })).toEqual({ value: '00/71/985', cursor: 1 })
    expect(type('>', { value: '03/07/1985', cursor: 2 })).toMatchObject({ value: '03/71/985' })
    expect(type('<<<<<<<<', type('03071985'))).toEqual({ value: '', cursor: 0 })
  })

  it.each(['3/7/1985', '03.7.1985', '3-07-1985', '3 7 1985'])(
    'completes a day and a month of one digit when a separator is typed: %s',
    (text) => {
      expect(type(text)).toEqual({ value: '03/07/1985', cursor: 10 })
    },
  )

  it.each(['1985-07-03', '1985-7-3', '3.7.1985', '03 07 1985', '3-7-1985'])(
    'completes a date that is pasted or filled in as %s',
    (text) => {
      const raw = { value: text, cursor: text.length }
      expect(editDob('', raw, 'paste')).toEqual({ value: '03/07/1985', cursor: 10 })
      // Some keyboards report a whole text as typed.
      expect(editDob('', raw, 'insert')).toEqual({ value: '03/07/1985', cursor: 10 })
    },
  )

  it('completes a pasted date', () => {
    expect(editDob('', { value: '3/7/1985', cursor: 8 }, 'paste')).toEqual({
      value: '03/07/1985',
      cursor: 10,
    })
    expect(editDob('', { value: ' 1985 ', cursor: 6 }, 'paste')).toEqual({
      value: '19/85/',
      cursor: 6,
    })
  })

  it('never shows anything but the start of dd/mm/yyyy, with the cursor inside', () => {
    const keys = fc.array(fc.constantFrom(...Array.from('0123456789/x<>')), { maxLength: 40 })
    fc.assert(
      fc.property(keys, fc.nat(10), (pressed, start) => {
        let field: TextState = { value: '', cursor: 0 }
        for (const [index, key] of pressed.entries()) {
          if (index % 7 === 6) field = { ...field, cursor: Math.min(start, field.value.length) }
          field = press(field, key)
          expect(field.value).toMatch(/^(?:\d?|\d\d\/(?:\d?|\d\d\/\d{0,4}))$/)
          expect(field.cursor).toBeGreaterThanOrEqual(0)
          expect(field.cursor).toBeLessThanOrEqual(field.value.length)
          expect(formatDob(field.value)).toBe(field.value)
        }
      }),
    )
  })
})
