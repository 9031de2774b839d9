import { useId } from 'react'
import type { FieldTexts, InputProps } from './Field'
import { FieldError } from './FieldError'
import { CheckIcon } from './icons'

/** A checkbox and its label. The clickable area is 44 px high. */
export function Checkbox({
  label,
  hint,
  error,
  id,
  className,
  ...rest
}: Omit<FieldTexts, 'announced'> & InputProps) {
  const generated = useId()
  const control = id ?? generated
  const descriptions = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean)
  return (
    <div className={className}>
      {error ? <FieldError id={`${control}-error`}>{error}</FieldError> : null}
      <label className="inline-flex min-h-11 items-center gap-2.5">
        <span className="relative inline-flex size-6 shrink-0">
          <input
            {...rest}
            id={control}
            type="checkbox"
            aria-describedby={descriptions.length > 0 ? descriptions.join(' ') : undefined}
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
