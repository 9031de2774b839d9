import { useEffect } from 'react'
import { SuccessIcon } from './icons'

/** How long a toast stays. */
const TOAST_MS = 6000

/** A short message at the bottom of the screen that goes away by itself. */
export function Toast({ message, onDone }: { message: string; onDone: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onDone, TOAST_MS)
    return () => clearTimeout(timer)
  }, [message, onDone])

  return (
    <div
      role="status"
      className="fade-in fixed inset-x-4 bottom-4 z-50 mx-auto flex w-fit max-w-md items-center gap-3 rounded-field bg-ink px-5 py-3.5 text-surface shadow-float"
    >
      <SuccessIcon size={20} aria-hidden="true" />
      {message}
    </div>
  )
}
