import { fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { watchPresses } from './press-again'

const left = new AbortController()
afterEach(() => document.body.replaceChildren())

/** A form whose presses are held back, and how often it was sent. */
function heldForm(signal: AbortSignal = left.signal) {
  document.body.innerHTML = '<form><button type="submit">Search</button></form>'
  const form = document.querySelector('form') as HTMLFormElement
  const button = document.querySelector('button') as HTMLElement
  const sent = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  form.addEventListener('submit', sent)
  return { sent, button, presses: watchPresses(form, signal) }
}

const pointer = { detail: 1, clientX: 20, clientY: 10 }

it('a press is held back, and sends the form when presses are let through', () => {
  const { sent, button, presses } = heldForm()
  fireEvent.click(button, pointer)
  expect(presses.last()).toMatchObject({ x: 20, y: 10 })
  expect(sent).not.toHaveBeenCalled()
  presses.release()
  expect(sent).toHaveBeenCalledOnce()
  fireEvent.click(button, pointer)
  expect(sent).toHaveBeenCalledTimes(2)
})

it.each([
  ['the keyboard or a screen reader', { ...pointer, detail: 0 }],
  ['a screen reader that presses as a pointer', { detail: 1, clientX: 0, clientY: 0 }],
])('a click of %s is not held back', (_, click) => {
  const { sent, button, presses } = heldForm()
  fireEvent.click(button, click)
  expect(sent).toHaveBeenCalledOnce()
  expect(presses.last()).toBeUndefined()
})

it.each([
  ['presses elsewhere', () => fireEvent.pointerDown(document.body)],
  ['presses a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
  ['scrolls', () => fireEvent.scroll(document)],
])('a press is forgotten when the visitor %s', (_, goOn) => {
  const { sent, button, presses } = heldForm()
  fireEvent.click(button, pointer)
  goOn()
  expect(presses.last()).toBeUndefined()
  presses.release()
  expect(sent).not.toHaveBeenCalled()
})

it('a press is remembered while a part of the page scrolls by itself', () => {
  const { button, presses } = heldForm()
  const carousel = document.body.appendChild(document.createElement('div'))
  fireEvent.click(button, pointer)
  fireEvent.scroll(carousel, { bubbles: false })
  expect(presses.last()).toBeDefined()
})

it('a press on a page that the visitor has left sends nothing', () => {
  const leaves = new AbortController()
  const { sent, button, presses } = heldForm(leaves.signal)
  fireEvent.click(button, pointer)
  leaves.abort()
  presses.release()
  expect(sent).not.toHaveBeenCalled()
})
