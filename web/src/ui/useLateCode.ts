import { useEffect, useEffectEvent, useState, type ComponentType, type RefObject } from 'react'
import type { Chunk } from './chunk'
import { useNear } from './WhenNear'
import { whenUnfocused } from './when-unfocused'

/** For an element whose content is as the server rendered it. With another object, React would empty it. */
export const AS_RENDERED = { __html: '' }

/**
 * The component that replaces what the server has rendered in an element. It is loaded when the
 * element is near the visible area, and returned once `when` calls back: by default as soon as
 * nothing in the element has the focus. Just before, `replaces` is called with the element. `failed`
 * says that the component cannot be loaded.
 */
export function useLateCode<Props>(
  place: RefObject<HTMLElement | null>,
  chunk: Chunk<Props>,
  replaces: (element: HTMLElement) => void = () => {},
  when = whenUnfocused,
): { Loaded: ComponentType<Props> | undefined; failed: boolean } {
  const near = useNear(place)
  const [Loaded, setLoaded] = useState(() => chunk.loaded)
  const [failed, setFailed] = useState(false)
  const replace = useEffectEvent(replaces)
  useEffect(() => {
    const element = place.current
    if (!near || Loaded || !element) return undefined
    let left = false
    let end = () => {}
    chunk.load().then(
      (loaded) => {
        if (left) return
        end = when(element, () => {
          replace(element)
          setLoaded(() => loaded)
        })
      },
      () => setFailed(true),
    )
    return () => {
      left = true
      end()
    }
  }, [place, chunk, near, Loaded, when])
  return { Loaded, failed }
}
