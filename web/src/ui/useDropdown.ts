import { useCallback, useEffect, useRef, useState } from 'react'
import { isComposing } from './composing'

/** How long a dropdown stays visible after a choice, in ms (specification). */
const CLOSE_AFTER_MS = 650

/**
 * A dropdown below a field. Escape closes it at once, a choice after 650 ms; both return the focus
 * to the field. A press or the focus outside also closes it, unless `staysOpen`, after `onLeft`.
 */
export function useDropdown(
  onClosed?: () => void,
  onLeft?: () => void,
  staysOpen?: (to: EventTarget | null) => boolean,
) {
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement & HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const closed = useRef(onClosed)
  const left = useRef(onLeft)
  const stays = useRef(staysOpen)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    closed.current = onClosed
    left.current = onLeft
    stays.current = staysOpen
  })

  const close = useCallback((returnFocus: boolean) => {
    clearTimeout(timer.current)
    setOpen(false)
    closed.current?.()
    if (returnFocus) trigger.current?.focus()
  }, [])

  const show = useCallback(() => {
    clearTimeout(timer.current)
    setOpen(true)
  }, [])

  const leave = useCallback(() => {
    left.current?.()
    close(false)
  }, [close])

  const closeSoon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => close(true), CLOSE_AFTER_MS)
  }, [close])

  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (!open) return
    const isInside = (event: Event) =>
      event.target instanceof Node && root.current?.contains(event.target)
    const onPointer = (event: Event) => {
      if (!isInside(event) && !stays.current?.(event.target)) leave()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return
      event.preventDefault()
      close(true)
    }
    // A press on a text in the dropdown moves the focus to what is around it, such as a dialog: the
    // visitor has not left.
    const isAround = (element: Element) => root.current !== null && element.contains(root.current)
    const onFocus = (event: Event) => {
      const { target } = event
      if (!(target instanceof Element) || isInside(event) || isAround(target)) return
      if (!stays.current?.(target)) leave()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('focusin', onFocus)
    const element = root.current
    element?.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('focusin', onFocus)
      element?.removeEventListener('keydown', onKey)
    }
  }, [open, close, leave])

  return { root, trigger, open, show, close, closeSoon, leave }
}
