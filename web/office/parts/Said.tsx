import type { ReactNode } from 'react'
import { classes } from '../../src/ui'
import { AlertIcon, DoneIcon, WarningIcon } from './icons'

const kinds = {
  bad: { Icon: AlertIcon, box: 'border-danger bg-danger-tint', role: 'alert' },
  soon: { Icon: WarningIcon, box: 'border-[#b98900] bg-soon', role: 'status' },
  good: { Icon: DoneIcon, box: 'border-success bg-success-tint', role: 'status' },
} as const

/** What the office says about what was tried: what did not happen, why, what now. It is announced. */
export function Said({
  kind,
  title,
  children,
}: {
  kind: keyof typeof kinds
  title: string
  children?: ReactNode
}) {
  const { Icon, box, role } = kinds[kind]
  return (
    <div role={role} className={classes('flex gap-3 rounded-field border-l-4 p-3', box)}>
      <Icon size={18} />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  )
}
