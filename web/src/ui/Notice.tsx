import type { ReactNode } from 'react'
import { classes } from './classes'
import { AlertIcon, InfoIcon, SuccessIcon } from './icons'

export type NoticeKind = 'info' | 'success' | 'danger'

const looks = {
  info: { Icon: InfoIcon, box: 'bg-sunk border-transparent' },
  success: { Icon: SuccessIcon, box: 'bg-success-tint border-success' },
  danger: { Icon: AlertIcon, box: 'bg-danger-tint border-danger' },
} as const

// One function for all renders, so that React calls it only when the element appears.
const takeFocus = (element: HTMLElement | null) => element?.focus()

/**
 * A message in the page. `live` announces it when it appears: 'danger' at once, the others
 * politely. `focused` also gives it the focus, which scrolls it into view.
 */
export function Notice({
  kind = 'info',
  live = false,
  focused = false,
  className,
  children,
}: {
  kind?: NoticeKind
  live?: boolean
  focused?: boolean
  className?: string
  children: ReactNode
}) {
  const { Icon, box } = looks[kind]
  return (
    <div
      ref={focused ? takeFocus : undefined}
      tabIndex={focused ? -1 : undefined}
      role={live ? (kind === 'danger' ? 'alert' : 'status') : undefined}
      className={classes('flex items-start gap-3 rounded-field border-l-4 p-3.5', box, className)}
    >
      <Icon size={20} aria-hidden="true" className="mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

/**
 * The list of a form's errors, each with a link to its field. It is announced; the form itself
 * focuses the first wrong field.
 */
export function ErrorSummary({ errors }: { errors: readonly { id: string; message: string }[] }) {
  if (errors.length === 0) return null
  return (
    <div role="alert" className="mb-5 rounded-field border-l-4 border-danger bg-danger-tint p-3.5">
      <p className="flex items-center gap-2.5 font-bold">
        <AlertIcon size={20} aria-hidden="true" />
        <span>
          {errors.length === 1 ? '1 thing to put right' : `${errors.length} things to put right`}
        </span>
      </p>
      <ul className="mt-1.5 pl-7.5">
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(id)?.focus()
              }}
              className="inline-block py-0.5 underline underline-offset-3"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
