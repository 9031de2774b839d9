import { useEffect, useEffectEvent, useState, type ComponentType, type RefObject } from 'react'
import type { Chunk } from './chunk'
import { useNear } from './WhenNear'
import { whenUnfocused } from './when-unfocused'

/** Keeps what the server has rendered in an element. With another object, React would empty it. */
export const KEEP_SERVER_HTML = { __html: '' }

/**
 * The component that replaces what the server has rendered in an element. It is loaded when the
 * element is near the visible area. Where `replaces` is given, it is returned as soon as nothing in
 * the element has the focus, and `replaces` is called with the element just before; otherwise at
 * once. `failed` says that the component cannot be loaded.
 */
export function useLazyCode<Props>(
  place: RefObject<HTMLElement | null>,
  chunk: Chunk<Props>,
  replaces?: (element: HTMLElement) => void,
): { Loaded: ComponentType<Props> | undefined; failed: boolean } {
  const near = useNear(place)
  const [Loaded, setLoaded] = useState(() => chunk.loaded)
  const [failed, setFailed] = useState(false)
  const waits = replaces !== undefined
  const replace = useEffectEvent((element: HTMLElement) => replaces?.(element))
  useEffect(() => {
    const element = place.current
    if (!near || Loaded || !element) return undefined
    let left = false
    let end = () => {}
    chunk.load().then(
      (loaded) => {
        if (left) return
        const act = () => {
          replace(element)
          setLoaded(() => loaded)
        }
        if (waits) end = whenUnfocused(element, act)
        else act()
      },
      () => setFailed(true),
    )
    return () => {
      left = true
      end()
    }
  }, [place, chunk, near, Loaded, waits])
  return { Loaded, failed }
}
