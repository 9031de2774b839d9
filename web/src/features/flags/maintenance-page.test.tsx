import { afterEach, expect, it } from 'vitest'
import { brand } from '../../brands'
import { brandOf } from '../../test/brands'
import { renderWithStore } from '../../test/render'
import MaintenancePage from './MaintenancePage'

const { look } = brand

afterEach(() => {
  brand.look = look
})

it.each([
  ['MT', 'coast'],
  ['BF', 'fields'],
  ['SN', 'lake'],
  ['RP', 'meadow'],
])('has the landscape of its brand (%s)', (code, scene) => {
  brand.look = brandOf(code).configuration.look
  const { container } = renderWithStore(<MaintenancePage />)
  expect(container.querySelector('picture img')).toHaveAttribute(
    'src',
    `/images/hero/${scene}-large.svg`,
  )
  expect(container.querySelector('picture source')).toHaveAttribute(
    'srcset',
    `/images/hero/${scene}-small.svg`,
  )
})
