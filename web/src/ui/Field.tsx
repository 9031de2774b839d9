import { useId, type ComponentProps, type InputHTMLAttributes, type ReactNode } from 'react'
import { classes } from './classes'
import { FieldError } from './FieldError'

/** What a field passes to the control inside it. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-errormessage': string | undefined
  'aria-invalid': true | undefined
}

/** The texts of a control. */
export interface FieldTexts {
  label: ReactNode
  /** Shown below the label, before the control. */
  hint?: ReactNode
  /** The message of a failed check, shown between label and control. */
  error?: string
  /**
   * The message is read out when it appears: in a form without an error summary. It is then no part of
   * the description, which would be read out again with the focus.
   */
  announced?: boolean
  /** The control's id, to which an error summary links; generated when it is not given. */
  id?: string
  className?: string
}

/** Label, hint and error around a control: label above, error between label and control. */
export function Field({
  label,
  hint,
  error,
  announced,
  id,
  className,
  children,
}: FieldTexts & { children: (control: FieldControl) => ReactNode }) {
  const made = useId()
  const control = id ?? made
  const message = error ? `${control}-error` : undefined
  const described = [hint && `${control}-hint`, announced ? undefined : message].filter(Boolean)
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
      {message ? (
        <FieldError id={message} announced={announced}>
          {error}
        </FieldError>
      ) : null}
      {children({
        id: control,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-errormessage': announced ? message : undefined,
        'aria-invalid': error ? true : undefined,
      })}
    </div>
  )
}

/** The classes of text inputs and selects. */
export const controlClasses =
  'h-[50px] w-full rounded-field border-[1.5px] border-field bg-surface px-3.5 text-value text-ink aria-invalid:border-[2.5px] aria-invalid:border-danger disabled:border-dashed disabled:bg-sunk disabled:text-disabled-ink'

export type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'>

/** The text input without label, for use inside a `Field`. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={classes(controlClasses, className)} />
}

/** A labelled text input. */
export function TextField({
  label,
  hint,
  error,
  announced,
  id,
  className,
  ...input
}: FieldTexts & InputProps) {
  return (
    <Field {...{ label, hint, error, announced, id, className }}>
      {(given) => <TextInput {...input} {...given} />}
    </Field>
  )
}
