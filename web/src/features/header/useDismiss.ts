import { useEffect, useEffectEvent, type RefObject } from 'react'

/** While a menu is open, a press outside its element calls `close`, and Escape calls `escape`. */
export function useDismiss(
  menu: RefObject<HTMLElement | null>,
  open: boolean,
  close: () => void,
  escape: () => void,
): void {
  const onPointerDown = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Node && !menu.current?.contains(event.target)) close()
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') escape()
  })
  useEffect(() => {
    if (!open) return
    const pressed = (event: PointerEvent) => onPointerDown(event)
    const typed = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('pointerdown', pressed)
    document.addEventListener('keydown', typed)
    return () => {
      document.removeEventListener('pointerdown', pressed)
      document.removeEventListener('keydown', typed)
    }
  }, [open])
}
