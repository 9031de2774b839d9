import { useEffect, useEffectEvent, useState, type ComponentType, type RefObject } from 'react'
import type { Chunk } from './chunk'
import { useNear } from './WhenNear'
import { whenUnfocused } from './when-unfocused'

/** For an element whose content is as the server rendered it. With another object, React would empty it. */
export const AS_RENDERED = { __html: '' }

/**
 * The component that replaces what the server has rendered in an element. It is loaded when the
 * element is near the visible area, and returned once nothing in it has the focus. Where it cannot be
 * loaded, the element stays as it is. `replaces` is called with the element before that.
 */
export function useLateCode<Props>(
  place: RefObject<HTMLElement | null>,
  chunk: Chunk<Props>,
  replaces: (element: HTMLElement) => void = () => {},
): { Loaded: ComponentType<Props> | undefined } {
  const near = useNear(place)
  const [Loaded, setLoaded] = useState(() => chunk.loaded)
  const replace = useEffectEvent(replaces)
  useEffect(() => {
    const element = place.current
    if (!near || Loaded || !element) return undefined
    let left = false
    let end = () => {}
    chunk.load().then(
      (loaded) => {
        if (left) return
        end = whenUnfocused(element, () => {
          replace(element)
          setLoaded(() => loaded)
        })
      },
      () => {},
    )
    return () => {
      left = true
      end()
    }
  }, [place, chunk, near, Loaded])
  return { Loaded }
}
