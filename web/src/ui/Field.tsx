import {
  useId,
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
} from 'react'
import { classes } from './classes'
import { AlertIcon, CheckIcon, ChevronDownIcon } from './icons'

/** What a field gives to the control inside it. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldTexts {
  label: ReactNode
  /** Said under the label, before the control. */
  hint?: ReactNode
  /** The message of a failed check; it stands between label and control. */
  error?: string
  /** The control's id, to which an error summary links; one is made when none is given. */
  id?: string
  className?: string
}

/** Label, hint and error round a control: label above, error between label and control. */
export function Field({
  label,
  hint,
  error,
  id,
  className,
  children,
}: FieldTexts & { children: (control: FieldControl) => ReactNode }) {
  const made = useId()
  const control = id ?? made
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean)
  return (
    <div className={classes('flex flex-col', className)}>
      <label htmlFor={control} className="mb-1.5 font-semibold">
        {label}
      </label>
      {hint ? (
        <p id={`${control}-hint`} className="-mt-1 mb-1.5 text-small text-muted">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${control}-error`}>{error}</FieldError> : null}
      {children({
        id: control,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': error ? true : undefined,
      })}
    </div>
  )
}

/** The message of a failed check: icon and words, never colour alone. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mb-1.5 flex items-start gap-1.5 text-[15px]/5 font-semibold text-danger">
      <AlertIcon size={16} aria-hidden="true" className="mt-0.5" />
      <span>{children}</span>
    </p>
  )
}

const control =
  'h-[50px] w-full rounded-field border-[1.5px] border-field bg-surface px-3.5 text-[17px] text-ink aria-invalid:border-[2.5px] aria-invalid:border-danger disabled:border-dashed disabled:bg-sunk disabled:text-disabled-ink'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'>

/** The bare text input, for use inside a `Field`. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={classes(control, className)} />
}

/** A labelled text input. */
export function TextField({
  label,
  hint,
  error,
  id,
  className,
  ...input
}: FieldTexts & InputProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(given) => <TextInput {...input} {...given} />}
    </Field>
  )
}

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

/** The bare native select, for use inside a `Field`. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <span className={classes('relative block', className)}>
      <select {...rest} className={classes(control, 'appearance-none truncate pr-10')}>
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

/** A checkbox and its label, 44 px to press. */
export function Checkbox({ label, hint, error, id, className, ...rest }: FieldTexts & InputProps) {
  const made = useId()
  const control = id ?? made
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean)
  return (
    <div className={className}>
      {error ? <FieldError id={`${control}-error`}>{error}</FieldError> : null}
      <label className="inline-flex min-h-11 items-center gap-2.5">
        <span className="relative inline-flex size-6 shrink-0">
          <input
            {...rest}
            id={control}
            type="checkbox"
            aria-describedby={described.length > 0 ? described.join(' ') : undefined}
            aria-invalid={error ? true : undefined}
            className="peer size-6 appearance-none rounded-[min(var(--radius-field),6px)] border-2 border-field bg-surface checked:border-ink checked:bg-ink aria-invalid:border-danger"
          />
          <CheckIcon
            size={18}
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 m-auto hidden text-surface peer-checked:block"
          />
        </span>
        <span>{label}</span>
      </label>
      {hint ? (
        <p id={`${control}-hint`} className="pl-8.5 text-small text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** One choice of several, as a list of radio buttons under a legend. */
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
              className="size-6 shrink-0 appearance-none rounded-full border-2 border-field bg-surface checked:border-[7px] checked:border-ink"
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
