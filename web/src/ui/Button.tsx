import type { ButtonHTMLAttributes, ComponentType, ReactNode } from 'react'
import { AppLink } from './AppLink'
import { classes } from './classes'
import { Spinner } from './Spinner'

/**
 * primary: the next step, at most one in view. secondary: all other actions.
 * deal: an offer on a dark panel. band: on a brand's coloured band. quiet: text
 * without a box.
 */
export type ButtonVariant = 'primary' | 'secondary' | 'deal' | 'band' | 'quiet'

/** md is 48 px high, lg (forms, the search box) 56 px. */
export type ButtonSize = 'md' | 'lg'

interface Looks {
  variant?: ButtonVariant
  size?: ButtonSize
  /** An icon before the text. */
  icon?: ComponentType<{ size?: number }>
  fullWidth?: boolean
  className?: string
  children: ReactNode
}

interface ButtonProps
  extends Looks, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  /** The action is running: shows a spinner, ignores further presses, keeps the focus. */
  busy?: boolean
}

/** A button. A disabled one can still get the focus, and assistive technology announces it as disabled. */
export function Button({
  variant = 'primary',
  size = 'md',
  icon,
  fullWidth,
  className,
  children,
  busy = false,
  disabled = false,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const inert = disabled || busy
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (inert) event.preventDefault()
        else onClick?.(event)
      }}
      className={buttonClasses({ variant, size, fullWidth, className, disabled })}
    >
      {busy ? <Spinner label={null} size={20} /> : <Icon icon={icon} />}
      <span>{children}</span>
    </button>
  )
}

/** A link that looks like a button. URLs of other sites open in a new tab. */
export function ButtonLink({
  variant = 'primary',
  size = 'md',
  icon,
  fullWidth,
  className,
  children,
  ...link
}: Looks & { href: string; onClick?: () => void; external?: boolean }) {
  return (
    <AppLink {...link} className={buttonClasses({ variant, size, fullWidth, className })}>
      <Icon icon={icon} />
      <span>{children}</span>
    </AppLink>
  )
}

const variants: Record<ButtonVariant, string> = {
  primary: 'edge bg-accent text-accent-ink hover:bg-accent-pressed active:bg-accent-pressed',
  secondary: 'bg-surface text-ink border-2 border-ink hover:bg-ink hover:text-surface',
  deal: 'edge bg-deal text-deal-ink hover:underline',
  band: 'edge bg-(--band-button) text-(--band-button-ink) hover:bg-(--band-button-pressed)',
  quiet: 'text-ink underline underline-offset-4 hover:decoration-2',
}

/** The classes of something that looks like a button. */
export function buttonClasses({
  variant,
  size,
  fullWidth,
  className,
  disabled,
}: Pick<Looks, 'fullWidth' | 'className'> & {
  variant: ButtonVariant
  size?: ButtonSize
  disabled?: boolean
}) {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-button font-bold text-button text-center transition-colors duration-150',
    size === 'lg' ? 'min-h-14 px-7 py-3 text-lead' : 'min-h-12 px-5 py-2',
    fullWidth && 'w-full',
    disabled
      ? 'bg-disabled text-disabled-ink border-[1.5px] border-dashed border-field'
      : variants[variant],
    className,
  )
}

function Icon({ icon: Shape }: { icon?: ComponentType<{ size?: number }> }) {
  return Shape ? (
    <span aria-hidden="true" className="inline-flex">
      <Shape size={20} />
    </span>
  ) : null
}

/** A round or square button with only an icon; `label` is its name. */
export function IconButton({
  icon: Shape,
  label,
  className,
  round = true,
  ...rest
}: {
  icon: ComponentType<{ size?: number }>
  label: string
  round?: boolean
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'>) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={classes(
        'inline-flex size-11 shrink-0 items-center justify-center border border-field bg-surface text-ink transition-colors duration-150 hover:border-ink aria-disabled:border-line aria-disabled:text-field',
        round ? 'rounded-full' : 'rounded-field',
        className,
      )}
    >
      <Shape size={20} />
    </button>
  )
}
