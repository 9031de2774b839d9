import type { ReactNode } from 'react'

/** A numbered part of a form: a group of controls below a question. */
export function Step({
  number,
  title,
  children,
}: {
  number: number
  title: string
  children: ReactNode
}) {
  return (
    <fieldset className="min-w-0 border-b border-line pb-4 last:border-0">
      <legend className="mb-2 flex items-center gap-2.5 text-value font-bold">
        <span
          aria-hidden="true"
          className="inline-flex size-6 items-center justify-center rounded-full bg-ink text-note text-surface"
        >
          {number}
        </span>
        <span>{title}</span>
      </legend>
      {children}
    </fieldset>
  )
}

/** A choice of one of several, each with a line below it. */
export function Choices<Value extends string>({
  name,
  value,
  options,
  onChange,
}: {
  name: string
  value: Value | ''
  options: readonly { value: Value; label: string; hint?: string }[]
  onChange: (value: Value) => void
}) {
  return (
    <div className="flex flex-col gap-2">
      {options.map((option) => (
        <label key={option.value} className="flex items-start gap-2.5 pointer-coarse:min-h-11">
          <input
            type="radio"
            name={name}
            className="radio"
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span className="block font-semibold">{option.label}</span>
            {option.hint ? <span className="block text-note text-muted">{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </div>
  )
}
