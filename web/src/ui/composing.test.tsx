import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { isComposing, Modal, PriceRange } from '.'

it.each([
  ['a key of a composition', { key: 'Enter', isComposing: true }, true],
  ['the key that ends one in Safari', { key: 'Enter', keyCode: 229 }, true],
  ['a key', { key: 'Enter', keyCode: 13 }, false],
])('%s', (_, init, composing) => {
  expect(isComposing(new KeyboardEvent('keydown', init))).toBe(composing)
})

it('Escape that ends a composition leaves a dialog open', () => {
  const onClose = vi.fn<() => void>()
  render(
    <Modal open onClose={onClose} title="My Booking">
      <input />
    </Modal>,
  )
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape', isComposing: true })
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})

it('Enter that ends a composition leaves a price as it is typed', () => {
  const onMin = vi.fn<(pounds: number) => void>()
  render(
    <PriceRange rows={[{ price: '300.00' }]} min={0} max={1000} onMin={onMin} onMax={() => {}} />,
  )
  const from = screen.getByRole('textbox', { name: 'From' })
  fireEvent.change(from, { target: { value: '100' } })
  const enter = createEvent.keyDown(from, { key: 'Enter', keyCode: 229 })
  fireEvent(from, enter)
  expect(enter.defaultPrevented).toBe(false)
  expect(onMin).not.toHaveBeenCalled()
  fireEvent.keyDown(from, { key: 'Enter', keyCode: 13 })
  expect(onMin).toHaveBeenCalledWith(100)
})
