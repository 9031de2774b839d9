import { expect, it } from 'vitest'
import demo from '../../../../internal/demo/features.go?raw'
import { iconOf, OTHER_FEATURE } from './feature-icons'

const names = [...demo.matchAll(/Name: "([^"]+)", Group:/g)].map(([, name = '']) => name)

it('every feature of the demo has an icon of its own', () => {
  expect(names.length).toBeGreaterThan(20)
  const icons = names.map(iconOf)
  expect(icons).not.toContain(OTHER_FEATURE)
  expect(new Set(icons).size, icons.join()).toBe(names.length)
})

it('the facts of a unit have icons, too; a feature of another name has the usual one', () => {
  expect(['Sleeps 6', '2 bedrooms', '1 bathroom', 'Dogs welcome'].map(iconOf)).toEqual([
    'users',
    'bed-double',
    'bath',
    'dog',
  ])
  expect(iconOf('Something else')).toBe(OTHER_FEATURE)
})
