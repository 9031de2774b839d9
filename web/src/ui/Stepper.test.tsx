import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readTyped, Stepper } from './Stepper'
import { advanceTime } from '../test/time'

function Guests({ start = 2, ...rest }: { start?: number; min?: number; max?: number }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <Stepper label="Adults" value={value} onChange={setValue} {...rest} />
      <output>{value}</output>
    </>
  )
}

const field = () => screen.getByRole('spinbutton', { name: 'Adults' })
const minus = () => screen.getByRole('button', { name: 'Decrease Adults' })
const plus = () => screen.getByRole('button', { name: 'Increase Adults' })
const value = () => Number(screen.getByRole('status').textContent)

afterEach(() => vi.useRealTimers())

describe('the stepper', () => {
  it('[STEP-01] has a minus and a plus button around a typed value', async () => {
    const user = userEvent.setup()
    render(<Guests />)
    expect(field()).toHaveValue('2')
    await user.click(plus())
    expect(value()).toBe(3)
    await user.click(minus())
    await user.click(minus())
    expect(value()).toBe(1)
    await user.clear(field())
    await user.type(field(), '7')
    expect(value()).toBe(7)
  })

  it('[STEP-02] goes from 0 to 10 when no range is given', async () => {
    const user = userEvent.setup()
    render(<Guests />)
    expect(field()).toHaveAttribute('aria-valuemin', '0')
    expect(field()).toHaveAttribute('aria-valuemax', '10')
    field().focus()
    await user.keyboard('{Home}')
    expect(value()).toBe(0)
    await user.keyboard('{End}')
    expect(value()).toBe(10)
  })

  it('[STEP-03] clamps a typed value to the range and corrects the text when it is left', async () => {
    const user = userEvent.setup()
    render(<Guests min={2} max={8} start={4} />)
    await user.clear(field())
    await user.type(field(), '45')
    expect(value()).toBe(8)
    await user.tab()
    expect(field()).toHaveValue('8')
    await user.clear(field())
    await user.type(field(), '1{Enter}')
    expect(value()).toBe(2)
    expect(field()).toHaveValue('2')
  })

  it('[STEP-04] becomes the minimum when it is emptied', async () => {
    const user = userEvent.setup()
    render(<Guests min={1} start={5} />)
    await user.clear(field())
    expect(value()).toBe(1)
  })

  it.each(['abc', '2.7', '-', '1e3', ' '])(
    '[STEP-05] ignores %s, which is not a number',
    (text) => {
      render(<Guests start={5} />)
      fireEvent.change(field(), { target: { value: text } })
      expect(value()).toBe(5)
      expect(field()).toHaveValue('5')
    },
  )

  it('[STEP-03] [STEP-04] [STEP-05] reads any text as a value in the range or ignores it', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 6, max: 99 }),
        (text, min, max) => {
          const read = readTyped(text, min, max)
          if (text === '') expect(read).toEqual({ value: min })
          else if (/^\d+$/.test(text)) {
            expect(read?.value).toBe(Math.min(max, Math.max(min, Number(text))))
          } else expect(read).toBeUndefined()
        },
      ),
    )
  })

  it('[STEP-06] disables minus at the minimum and plus at the maximum', async () => {
    const user = userEvent.setup()
    render(<Guests min={1} max={2} start={1} />)
    expect(minus()).toHaveAttribute('aria-disabled', 'true')
    expect(plus()).not.toHaveAttribute('aria-disabled')
    await user.click(minus())
    expect(value()).toBe(1)
    await user.click(plus())
    expect(plus()).toHaveAttribute('aria-disabled', 'true')
    await user.click(plus())
    expect(value()).toBe(2)
  })

  it('[STEP-07] repeats a held button 15 times a second after 300 ms, until it is released', () => {
    vi.useFakeTimers()
    render(<Guests start={0} max={100} />)
    fireEvent.pointerDown(plus(), { button: 0 })
    expect(value()).toBe(1)
    advanceTime(299)
    expect(value()).toBe(1)
    advanceTime(1)
    expect(value()).toBe(2)
    for (let step = 0; step < 14; step++) advanceTime(1000 / 15)
    expect(value()).toBe(16)
    fireEvent.pointerUp(plus(), { button: 0 })
    fireEvent.click(plus())
    advanceTime(2000)
    expect(value()).toBe(16)
  })

  it('[STEP-07] never leaves the range while a button is held', () => {
    vi.useFakeTimers()
    render(<Guests start={2} />)
    fireEvent.pointerDown(minus(), { button: 0 })
    for (let step = 0; step < 30; step++) advanceTime(100)
    expect(value()).toBe(0)
    fireEvent.pointerLeave(minus())
    fireEvent.click(minus())
    expect(value()).toBe(0)
  })

  it('makes one step for a press by keyboard, and steps with the arrow keys', async () => {
    const user = userEvent.setup()
    render(<Guests />)
    plus().focus()
    await user.keyboard('{Enter}')
    expect(value()).toBe(3)
    field().focus()
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}')
    expect(value()).toBe(2)
  })

  it('keeps a value below a raised minimum until the next edit', async () => {
    const user = userEvent.setup()
    render(<Guests min={2} start={1} />)
    expect(field()).toHaveValue('1')
    expect(minus()).toHaveAttribute('aria-disabled', 'true')
    await user.click(plus())
    expect(value()).toBe(2)
  })
})

describe('a finger on a button', () => {
  const plus = () => screen.getByRole('button', { name: 'Increase Adults' })
  const renderStepper = () => {
    const onChange = vi.fn<(value: number) => void>()
    render(<Stepper label="Adults" value={2} onChange={onChange} />)
    return onChange
  }

  it('makes no step when it scrolls, but does at the next press', () => {
    const onChange = renderStepper()
    fireEvent.pointerDown(plus(), { button: 0, pointerType: 'touch' })
    fireEvent.pointerCancel(plus())
    expect(onChange).not.toHaveBeenCalled()
    fireEvent.click(plus())
    expect(onChange).toHaveBeenCalledOnce()
  })

  it('makes one step when it is lifted', () => {
    const onChange = renderStepper()
    fireEvent.pointerDown(plus(), { button: 0, pointerType: 'touch' })
    fireEvent.pointerUp(plus())
    fireEvent.click(plus())
    expect(onChange).toHaveBeenCalledOnce()
  })
})

it('reacts to the keyboard after a pointer was pressed here and released elsewhere', () => {
  vi.useFakeTimers()
  const onChange = vi.fn<(value: number) => void>()
  render(<Stepper label="Adults" value={2} onChange={onChange} />)
  const plus = screen.getByRole('button', { name: 'Increase Adults' })
  fireEvent.pointerDown(plus, { button: 0, pointerType: 'mouse' })
  fireEvent.pointerLeave(plus)
  fireEvent.pointerUp(document.body)
  vi.advanceTimersByTime(0)
  fireEvent.click(plus)
  expect(onChange).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})
