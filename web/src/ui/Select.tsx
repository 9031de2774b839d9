import type { SelectHTMLAttributes } from 'react'
import { classes } from './classes'
import { controlClasses, Field, type FieldTexts } from './Field'
import { ChevronDownIcon } from './icons'

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
      <select {...rest} className={classes(controlClasses, 'appearance-none truncate pr-10')}>
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon
        size={20}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2"
      />
    </span>
  )
}

/** A labelled native select. */
export function SelectField({
  label,
  hint,
  error,
  id,
  className,
  ...select
}: FieldTexts & Omit<SelectProps, 'id' | 'className'>) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(given) => <Select {...select} {...given} />}
    </Field>
  )
}
