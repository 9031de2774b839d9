import { classes } from './classes'

/** A spinner. Next to a text that already says what is loading, pass `label={null}`. */
export function Spinner({
  label = 'Loading',
  size = 32,
  className,
}: {
  label?: string | null
  size?: number
  className?: string
}) {
  return (
    <span
      role={label === null ? undefined : 'status'}
      className={classes('inline-flex', className)}
    >
      <svg
        width={size}
        height={size}
        viewBox="0 0 32 32"
        fill="none"
        strokeWidth="4"
        aria-hidden="true"
        className="animate-[spin_900ms_linear_infinite]"
      >
        <circle cx="16" cy="16" r="13" stroke="currentColor" opacity="0.2" />
        <path d="M16 3a13 13 0 0 1 13 13" stroke="currentColor" strokeLinecap="round" />
      </svg>
      {label === null ? null : <span className="sr-only">{label}</span>}
    </span>
  )
}
