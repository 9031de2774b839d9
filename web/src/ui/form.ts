import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type FieldError, messageOf } from '../rules/form-errors'
import { useLifetime } from './lifetime'

/** Why a form was not accepted. */
export interface Refusal {
  /** The wrong fields, in form order. */
  fields?: readonly FieldError[]
  /** What else is said, such as that there was no answer. */
  texts?: readonly string[]
}

/**
 * What became of a form. Without a refusal it was accepted; 'leaving' keeps it busy meanwhile, and
 * 'stays' only ends the attempt, because something outside the form has to be mended.
 */
export type Outcome = Refusal | 'leaving' | 'stays' | undefined

/** A form: its messages, and the state of sending it. */
export interface Form {
  /** The attributes of the form element. */
  attributes: {
    ref: RefObject<HTMLFormElement | null>
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
  /** Does something else with the form's values in place of submitting it; ignored while busy. */
  run: (act: (signal: AbortSignal) => Outcome | Promise<Outcome>) => void
  busy: boolean
  /** What is said beside the messages of fields. */
  texts: readonly string[]
  /** The message to show at a field. */
  error: (field: string) => string | undefined
  /** All wrong fields for a summary; empty before the form was refused. */
  summary: readonly FieldError[]
  /** A field was changed: the message with which it was refused is removed. */
  changed: (field: string) => void
  /** A field was left. */
  left: (field: string) => void
}

const nothing: Refusal = {}

/**
 * A form. `submit` checks and sends what was typed; it is called once at a time, and its signal aborts
 * when the form leaves the page. What it returns at once is shown at once. After a refusal the first
 * wrong field gets the focus; where no field is wrong, the focus stays where it is.
 *
 * `errors` are the wrong fields as they are typed now, in form order, for a form that checks while
 * typing: the message of a field is shown once the field was changed and left, or the form was refused.
 */
export function useForm(
  submit: (form: HTMLFormElement, signal: AbortSignal) => Outcome | Promise<Outcome>,
  errors: readonly FieldError[] = [],
): Form {
  const ref = useRef<HTMLFormElement>(null)
  const lifetime = useLifetime()
  const isRunning = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState(nothing)
  const [refusals, setRefusals] = useState(0)
  const [seen, setSeen] = useState<Readonly<Record<string, 'changed' | 'left'>>>({})
  const { fields = [], texts = [] } = refusal
  const current = [...errors, ...fields.filter(({ field }) => !messageOf(errors, field))]

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const end = (outcome: Exclude<Outcome, 'leaving'>) => {
    isRunning.current = false
    setBusy(false)
    if (outcome === 'stays') return
    if (!outcome) {
      // The form may now be emptied: no message is shown until a field is changed and left.
      setSeen({})
      setRefusals(0)
      return
    }
    // What is wrong as typed is told as long as it is; only other messages stay until the field is changed.
    const others = outcome.fields?.filter(({ field }) => !messageOf(errors, field))
    setRefusal({ ...outcome, fields: others })
    setRefusals((before) => before + 1)
  }

  const run: Form['run'] = (act) => {
    if (isRunning.current) return
    setRefusal(nothing)
    isRunning.current = true
    const signal = lifetime()
    const settle = (outcome: Outcome) => {
      if (!signal.aborted && outcome !== 'leaving') end(outcome)
    }
    const fail = (error: unknown): never => {
      settle(nothing) // it can be sent again
      throw error
    }
    try {
      const outcome = act(signal)
      if (!(outcome instanceof Promise)) return settle(outcome)
      setBusy(true)
      void outcome.then(settle, fail)
    } catch (error) {
      fail(error)
    }
  }

  return {
    attributes: {
      ref,
      onSubmit: (event) => {
        event.preventDefault()
        const form = event.currentTarget
        run((signal) => submit(form, signal))
      },
    },
    run,
    busy,
    texts,
    error: (field) =>
      refusals > 0 || seen[field] === 'left' ? messageOf(current, field) : undefined,
    summary: refusals > 0 ? current : [],
    changed: (field) => {
      setSeen((before) => (before[field] ? before : { ...before, [field]: 'changed' }))
      if (messageOf(fields, field))
        setRefusal({ texts, fields: fields.filter((each) => each.field !== field) })
    },
    left: (field) =>
      setSeen((before) => (before[field] === 'changed' ? { ...before, [field]: 'left' } : before)),
  }
}
