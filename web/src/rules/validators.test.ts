import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageOn, compareNumber, londonDate, parseDate } from './dates'
import { kindOfAge, parseBirthDate } from './dob'
import { isTrue, yesNo } from './flags'
import { isPostcode, normalisePostcode } from './postcode'
import { isTelephone, normaliseTelephone } from './telephone'
import { isDateText, isEmail, isNumeric, isPresent, isUkPostcode } from './validators'

describe('validators', () => {
  it('[FORM-08] all but required accept an empty value', () => {
    expect([isEmail, isUkPostcode, isNumeric, isDateText].map((check) => check(''))).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('[FORM-09] required fails for a missing or empty value and passes for a present one', () => {
    expect([undefined, null, '', '  '].map(isPresent)).toEqual([false, false, false, false])
    expect(['0', 'a', ' a '].map(isPresent)).toEqual([true, true, true])
  })

  it('[FORM-10] an e-mail address needs a name, an @ and a domain with a dot', () => {
    const good = ['a.b+c@mail.example.co.uk', 'x@y.uk', "o'neil@example.com"]
    const bad = [
      'a@',
      'a b@c.uk',
      'abc',
      'a@b',
      '@b.uk',
      'a@b..uk',
      'a@-b.uk',
      `${'a'.repeat(250)}@b.uk`,
    ]
    expect(good.filter((text) => !isEmail(text))).toEqual([])
    expect(bad.filter(isEmail)).toEqual([])
  })

  it('[FORM-11] a UK postcode needs its pattern, in any case and with at most one space', () => {
    const good = ['M1 1AE', 'sw1a1aa', 'YO11 2AB', 'EC1A 1BB', 'W1A 0AX']
    const bad = ['ABC 123', 'M1-1AE', 'M1  1AE', 'M1 1A', '11 1AE', 'M1 1AEE']
    expect(good.filter((text) => !isUkPostcode(text))).toEqual([])
    expect(bad.filter(isUkPostcode)).toEqual([])
  })

  it('[FORM-12] a numeric value has only digits and spaces', () => {
    expect(isNumeric('0131 496 0000')).toBe(true)
    expect(['+44', '12.5', '12a'].filter(isNumeric)).toEqual([])
  })

  it('[FORM-13] a date is dd/mm/yyyy with day and month in their ranges', () => {
    expect(['00/00/2000', '31/12/1999'].filter((text) => !isDateText(text))).toEqual([])
    expect(['32/01/2000', '01/13/2000', '1/1/2000', '01/01/20'].filter(isDateText)).toEqual([])
  })

  it('[FORM-14] [FORM-15] reads one or two digits of day and month, and compares yyyymmdd', () => {
    expect(parseDate('1/2/2026')).toBe(parseDate('01/02/2026'))
    expect(['1-2-2026', '001/2/2026', '1/2/26', 'soon', ''].map((text) => parseDate(text))).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
    expect(compareNumber(parseDate('1/2/2026') ?? '')).toBe(20260201)
  })

  it('[FORM-16] y and n become true and false; other values stay as they are', () => {
    expect(['y', 'Y', 'n', 'N', 'yes', '', 1, undefined].map((value) => yesNo(value))).toEqual([
      true,
      true,
      false,
      false,
      'yes',
      '',
      1,
      undefined,
    ])
  })

  it('[FORM-17] is true when it equals 1; otherwise the second value decides', () => {
    expect(['1', 1, '1abc', '0', '2', 0].map((value) => isTrue(value))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect([
      isTrue(undefined, '1'),
      isTrue('', 0),
      isTrue('x', '1'),
      isTrue('0', 1),
      isTrue(null),
    ]).toEqual([true, false, true, false, false])
  })

  it('[FORM-18] counts whole years, one less before the birthday', () => {
    expect(ageOn('2008-07-17', '2026-07-16')).toBe(17)
    expect(ageOn('2008-07-17', '2026-07-17')).toBe(18)
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
  })

  it('[FORM-19] distinguishes infants, children and adults by age', () => {
    expect([0, 4, 5, 17, 18, 99].map(kindOfAge)).toEqual([
      'infant',
      'infant',
      'child',
      'child',
      'adult',
      'adult',
    ])
  })

  it('accepts only a possible date of birth', () => {
    expect(parseBirthDate('17/07/1985', '2026-05-01')).toBe('1985-07-17')
    for (const text of ['31/02/2000', '02/05/2026', '30/04/1905', '1/1/2000', '00/00/2000', '']) {
      expect(parseBirthDate(text, '2026-05-01')).toBeUndefined()
    }
  })
})

describe('normal forms', () => {
  it.each([
    [' sw1a   1aa ', 'CNUK', 'SW1A 1AA'],
    ['m11ae', 'CNUK', 'M1 1AE'],
    ['nonsense', 'CNUK', 'nonsense'],
    [' 75001  cedex', 'CNFR', '75001 cedex'],
  ])('writes the postcode %j of %s as %j', (text, country, written) => {
    expect(normalisePostcode(text, country)).toBe(written)
  })

  it('requires a postcode for every country, and the UK pattern only for the UK', () => {
    expect([
      isPostcode('75001', 'CNFR'),
      isPostcode('75001', 'CNUK'),
      isPostcode(' ', 'CNFR'),
    ]).toEqual([true, false, false])
    expect(isPostcode('1234567890123', 'CNFR')).toBe(false)
  })

  it('leaves a normal postcode as it is', () => {
    const letters = fc.constantFrom(...Array.from('ABCDEFGHJKLMNPRSTUVWXYZ'))
    const digits = fc.constantFrom(...Array.from('0123456789'))
    const postcodes = fc
      .tuple(
        letters,
        digits,
        fc.option(fc.oneof(letters, digits), { nil: '' }),
        fc.constantFrom('', ' '),
        digits,
        letters,
        letters,
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(postcodes, (text) => {
        const once = normalisePostcode(text.toLowerCase(), 'CNUK')
        expect(normalisePostcode(once, 'CNUK')).toBe(once)
        expect(isUkPostcode(once)).toBe(true)
      }),
    )
  })

  it.each([
    ['+44 (0)131 496-0000', '0131 496 0000'],
    ['+44 131 496 0000', '0 131 496 0000'],
    ['+33 1.23.45.67.89', '0033 123456789'],
    ['07700 900 461', '07700 900 461'],
  ])('writes the telephone number %j as %j', (text, dialled) => {
    expect(normaliseTelephone(text).replaceAll(' ', '')).toBe(dialled.replaceAll(' ', ''))
    expect(isTelephone(text)).toBe(true)
  })

  it('refuses numbers that cannot be dialled', () => {
    expect(
      ['', '123456', '0123456789012345', '0131x4960000', '12+3456789'].filter(isTelephone),
    ).toEqual([])
  })

  it('tells the day in London in summer and winter', () => {
    expect(londonDate(Date.UTC(2026, 6, 16, 23, 30))).toBe('2026-07-17')
    expect(londonDate(Date.UTC(2026, 0, 16, 23, 30))).toBe('2026-01-16')
  })
})
