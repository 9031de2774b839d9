import type { ReactNode } from 'react'
import { Logo } from '../parts/Logo'

/** What stands before the door: the brand, and one box. */
export function DoorFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="on-ink flex h-(--bar) items-center gap-4 bg-ink px-5 text-surface">
        <Logo />
        <span className="caption text-surface">Back office</span>
      </header>
      <main className="flex flex-1 items-start justify-center px-4 pt-[12vh]">
        <div className="card flex w-full max-w-[400px] flex-col gap-4 p-6">{children}</div>
      </main>
    </div>
  )
}
