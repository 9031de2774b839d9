import { useId, type ReactNode } from 'react'
import { FieldError } from './FieldError'
import type { SelectOption } from './Select'

/** A choice of one of several, as a list of radio buttons below a legend. */
export function RadioGroup({
  legend,
  name,
  options,
  value,
  onChange,
  hint,
  error,
  id,
  className,
}: {
  legend: ReactNode
  name: string
  options: readonly (Omit<SelectOption, 'label'> & { label: ReactNode })[]
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  error?: string
  id?: string
  className?: string
}) {
  const made = useId()
  const group = id ?? made
  const described = [hint && `${group}-hint`, error && `${group}-error`].filter(Boolean)
  return (
    <fieldset
      id={group}
      tabIndex={-1}
      className={className}
      aria-describedby={described.length > 0 ? described.join(' ') : undefined}
    >
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {hint ? (
        <p id={`${group}-hint`} className="-mt-1 mb-1.5 text-small text-muted">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${group}-error`}>{error}</FieldError> : null}
      <div className="flex flex-col gap-1">
        {options.map((option) => (
          <label key={option.value} className="inline-flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="radio"
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
