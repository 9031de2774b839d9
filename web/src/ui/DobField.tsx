import { useLayoutEffect, useRef, type ChangeEvent } from 'react'
import { DOB_MAX_LENGTH, editDob, type EditKind } from '../rules/dob-input'
import { Field, type FieldTexts, TextInput } from './Field'

interface DobFieldProps extends FieldTexts {
  /** 'dd/mm/yyyy' as far as it is typed. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  placeholder: string
  autoComplete?: string
  readOnly?: boolean
}

/**
 * A date-of-birth input: it accepts digits only, inserts the slashes, and keeps the cursor's
 * position.
 */
export function DobField({
  label,
  hint,
  error,
  announced,
  id,
  className,
  value,
  onChange,
  ...input
}: DobFieldProps) {
  const element = useRef<HTMLInputElement>(null)
  const cursor = useRef<number>(undefined)

  useLayoutEffect(() => {
    if (cursor.current === undefined) return
    element.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = undefined
  })

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.target
    const raw = { value: text, cursor: selectionStart ?? text.length }
    const next = editDob(value, raw, kindOf(event.nativeEvent))
    cursor.current = next.cursor
    // React restores the old value when the new one equals it, so the value is set here to keep the
    // cursor.
    if (next.value === value) event.target.value = value
    onChange(next.value)
  }

  return (
    <Field {...{ label, hint, error, announced, id, className }}>
      {(control) => (
        <TextInput
          {...input}
          {...control}
          ref={element}
          inputMode="numeric"
          maxLength={DOB_MAX_LENGTH}
          value={value}
          onChange={change}
        />
      )}
    </Field>
  )
}

function kindOf(event: Event): EditKind {
  const type = event instanceof InputEvent ? event.inputType : ''
  if (type === 'deleteContentForward') return 'delete-forward'
  if (type.startsWith('delete')) return 'delete-back'
  return type === 'insertText' ? 'insert' : 'paste'
}
