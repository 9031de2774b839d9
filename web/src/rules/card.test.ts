import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cardType,
  formatCardNumber,
  formatExpiry,
  isCardNumber,
  isNameOnCard,
  isSecurityNumber,
  parseExpiry,
  passesLuhn,
} from './card'
import { checkCard } from './card-form'

const TODAY = '2026-05-20'

describe('card number', () => {
  it.each([
    ['4444333322221111', 'visa'],
    ['4911830000000', 'visa'],
    ['4917610000000000003', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2221000000000009', 'mastercard'],
    ['6759649826438453', 'maestro'],
    ['343434343434343', 'amex'],
    ['3528000700000000', 'jcb'],
    ['36700102000000', 'diners'],
  ])('accepts %s as %s', (number, scheme) => {
    expect(isCardNumber(number)).toBe(true)
    expect(isCardNumber(formatCardNumber(number))).toBe(true)
    expect(cardType(number)).toBe(scheme)
  })

  it('refuses other lengths, characters and a wrong check digit', () => {
    const bad = [
      '',
      '4444 3333 2222 1112',
      '4444-3333-2222-1111',
      '00000000000',
      '00000000000000000000',
      '4444x',
    ]
    expect(bad.filter(isCardNumber)).toEqual([])
  })

  it('has exactly one right check digit', () => {
    const heads = fc.stringMatching(/^\d{11,18}$/)
    fc.assert(
      fc.property(heads, (head) => {
        expect(Array.from('0123456789').filter((digit) => passesLuhn(head + digit))).toHaveLength(1)
      }),
    )
  })

  it('is written in groups', () => {
    expect(formatCardNumber('4444333322221111')).toBe('4444 3333 2222 1111')
    expect(formatCardNumber('343434343434343')).toBe('3434 343434 34343')
  })
})

describe('expiry, security number and name', () => {
  it.each([
    ['05/26', { month: 5, year: 2026 }],
    ['04/26', undefined],
    ['12 / 28', { month: 12, year: 2028 }],
    ['05/46', { month: 5, year: 2046 }],
    ['06/46', undefined],
    ['13/28', undefined],
    ['00/28', undefined],
    ['1/28', undefined],
    ['05/2026', { month: 5, year: 2026 }],
    ['05/1926', undefined],
    ['05/202', undefined],
    ['', undefined],
  ])('reads the expiry %j', (text, expiry) => {
    expect(parseExpiry(text, TODAY)).toEqual(expiry)
  })

  it('reads an expiry of the next century', () => {
    expect(parseExpiry('03/05', '2098-01-01')).toEqual({ month: 3, year: 2105 })
  })

  it('puts the slash after the month', () => {
    expect([
      formatExpiry('09', '0'),
      formatExpiry('09/2', '09/'),
      formatExpiry('09', '09/'),
      formatExpiry('0928', ''),
    ]).toEqual(['09/', '09/2', '09', '09/28'])
  })

  it.each([
    ['1/29', '01/29'],
    ['9/29', '09/29'],
    ['929', '09/29'],
    ['1 / 29', '01/29'],
    ['01/2029', '01/29'],
    ['1/2029', '01/29'],
    ['01/291', '01/29'],
    ['01/20', '01/20'],
  ])('takes an expiry that is typed or filled in as %j', (text, shown) => {
    const typed = Array.from(text).reduce((before, key) => formatExpiry(before + key, before), '')
    expect([typed, formatExpiry(text, '')]).toEqual([shown, shown])
  })

  it('requires three digits, four for American Express', () => {
    expect([
      isSecurityNumber('123', '4444'),
      isSecurityNumber('1234', '4444'),
      isSecurityNumber('12a', '4444'),
    ]).toEqual([true, false, false])
    expect([isSecurityNumber('123', '3434'), isSecurityNumber('1234', '3434')]).toEqual([
      false,
      true,
    ])
  })

  it('requires a name of 2 to 30 characters', () => {
    expect(['P', 'P R', ' '.repeat(5), 'x'.repeat(31)].map(isNameOnCard)).toEqual([
      false,
      true,
      false,
      false,
    ])
  })
})

describe('card form', () => {
  it('names every wrong field in form order', () => {
    const empty = { cardNumber: '', expiry: '', securityNumber: '', nameOnCard: '' }
    expect(checkCard(empty, TODAY).map(({ message }) => message)).toEqual([
      'Please enter a valid card number',
      'Please enter a valid expiration date',
      'Please enter a valid security number',
      'Please enter the name on the front of your card',
    ])
    const good = {
      cardNumber: '4444333322221111',
      expiry: '09/28',
      securityNumber: '123',
      nameOnCard: 'Ms P Raman',
    }
    expect(checkCard(good, TODAY)).toEqual([])
  })
})
