import type { SelectHTMLAttributes } from 'react'
import { BareSelect } from './BareSelect'
import { classes } from './classes'
import { controlClasses, Field, type FieldTexts } from './Field'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> {
  options: readonly SelectOption[]
  /** Shown as the first, empty choice. */
  placeholder?: string
}

/** The native select without label, for use inside a `Field`. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <span className={classes('relative block', className)}>
      <BareSelect
        {...rest}
        chevron="top-1/2 right-3 -translate-y-1/2"
        chevronSize={20}
        className={classes(controlClasses, 'truncate pr-10')}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </BareSelect>
    </span>
  )
}

/** A labelled native select. */
export function SelectField({
  label,
  hint,
  error,
  announced,
  id,
  className,
  ...select
}: FieldTexts & Omit<SelectProps, 'id' | 'className'>) {
  return (
    <Field {...{ label, hint, error, announced, id, className }}>
      {(given) => <Select {...select} {...given} />}
    </Field>
  )
}
