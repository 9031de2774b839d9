import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from './classes'
import { MinusIcon, PlusIcon } from './icons'

/** How long a button must be held before it repeats, and how often it then repeats. */
export const HOLD_DELAY_MS = 300
export const HOLD_STEPS_PER_SECOND = 15

interface StepperProps {
  /** The name of the counted thing: 'Adults'. */
  label: string
  /** A second, muted line: '18+'. */
  hint?: ReactNode
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  /** The current value is not allowed (boats: too few adults). */
  invalid?: boolean
  /** Ids of texts that say more about the value. */
  describedBy?: string
  id?: string
  className?: string
}

/**
 * A minus and a plus button around a typed value. Only whole numbers. The value passed to
 * `onChange` is always within the range; the typed text is corrected when the field is left or
 * Enter is pressed.
 */
export function Stepper({
  label,
  hint,
  value,
  onChange,
  min = 0,
  max = 10,
  invalid,
  describedBy,
  id,
  className,
}: StepperProps) {
  const made = useId()
  const input = id ?? made
  const { text, type, settle, set, step } = useTyped(value, min, max, onChange)
  return (
    <div className={classes('flex items-center justify-between gap-4', className)}>
      <label htmlFor={input} className="leading-5">
        <span className="block font-semibold">{label}</span>
        {hint ? <span className="text-small text-muted">{hint}</span> : null}
      </label>
      <div className="inline-flex">
        <StepButton
          label={`Decrease ${label}`}
          disabled={value <= min}
          onStep={() => step(-1)}
          side="left"
        />
        <input
          id={input}
          role="spinbutton"
          type="text"
          inputMode={min < 0 ? 'text' : 'numeric'}
          autoComplete="off"
          aria-label={label}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuenow={value}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) =>
            actByKey(event, {
              ArrowUp: () => value < max && step(1),
              ArrowDown: () => value > min && step(-1),
              Home: () => set(min),
              End: () => set(max),
              Enter: settle,
            })
          }
          className="tabular h-11 w-[54px] border-y-[1.5px] border-field bg-surface text-center text-lead font-bold aria-invalid:border-danger"
        />
        <StepButton
          label={`Increase ${label}`}
          disabled={value >= max}
          onStep={() => step(1)}
          side="right"
        />
      </div>
    </div>
  )
}

/** The text of the field. While it is being typed it may not be a valid value. */
function useTyped(value: number, min: number, max: number, onChange: (value: number) => void) {
  const [typed, setTyped] = useState<string>()
  const settle = () => setTyped(undefined)
  const set = (next: number) => {
    settle()
    if (next !== value) onChange(next)
  }
  const step = (by: 1 | -1) => set(clamp(value + by, min, max))
  const type = (text: string) => {
    const read = readTyped(text, min, max)
    if (read === undefined) return
    setTyped(text)
    if (read.value !== undefined && read.value !== value) onChange(read.value)
  }
  return { text: typed ?? String(value), type, settle, set, step }
}

/** Runs the action of a key, and prevents the browser's own action. */
function actByKey(event: KeyboardEvent, keys: Record<string, () => void>) {
  const act = keys[event.key]
  if (!act) return
  event.preventDefault()
  act()
}

/** The meaning of a typed text: ignored, incomplete (no value yet), or a value in the range. */
export function readTyped(
  text: string,
  min: number,
  max: number,
): { value: number | undefined } | undefined {
  if (text === '') return { value: min }
  if (min < 0 && text === '-') return { value: undefined }
  if (!(min < 0 ? /^-?\d+$/ : /^\d+$/).test(text)) return undefined
  return { value: clamp(Number(text), min, max) }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

function StepButton({
  label,
  disabled,
  onStep,
  side,
}: {
  label: string
  disabled: boolean
  onStep: () => void
  side: 'left' | 'right'
}) {
  const hold = useHold(onStep, disabled)
  const Shape = side === 'left' ? MinusIcon : PlusIcon
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      {...hold}
      className={classes(
        'inline-flex size-11 touch-manipulation items-center justify-center border-[1.5px] border-field bg-surface text-ink select-none hover:bg-sunk aria-disabled:bg-sunk aria-disabled:text-field',
        side === 'left' ? 'rounded-l-field' : 'rounded-r-field',
      )}
    >
      <Shape size={20} aria-hidden="true" />
    </button>
  )
}

/**
 * One step on pointer down, then, after 300 ms, fifteen steps a second until the pointer is
 * released, leaves or is cancelled, or the limit is reached. A finger may be there to scroll, so it
 * steps when it is lifted or has stayed for 300 ms. Keyboard and assistive technology cause a
 * click, which makes one step.
 */
function useHold(onStep: () => void, disabled: boolean) {
  const latest = useRef({ onStep, disabled })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The current press has already made a step, so its click makes none. */
  const stepped = useRef(false)

  useEffect(() => {
    latest.current = { onStep, disabled }
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const step = () => {
    if (latest.current.disabled) return false
    latest.current.onStep()
    return true
  }
  const repeat = () => {
    stepped.current = true
    if (step()) timer.current = setTimeout(repeat, 1000 / HOLD_STEPS_PER_SECOND)
  }
  const stop = () => clearTimeout(timer.current)

  return {
    onPointerDown: ({ button, pointerType }: { button: number; pointerType: string }) => {
      if (button !== 0) return
      stop()
      stepped.current = pointerType !== 'touch'
      if (!stepped.current || step()) timer.current = setTimeout(repeat, HOLD_DELAY_MS)
      // The click of this press comes before any timer; a later click belongs to another press.
      window.addEventListener('pointerup', () => setTimeout(() => (stepped.current = false)), {
        once: true,
      })
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: () => {
      stop()
      stepped.current = false
    },
    onClick: () => {
      if (!stepped.current) step()
      stepped.current = false
    },
  }
}
