import { lazy, useState, type ComponentType } from 'react'

/**
 * A component in a separate chunk. It contains only code, so all visitors of a server may share it.
 */
export interface Chunk<Props> {
  load: () => Promise<ComponentType<Props>>
  loaded: ComponentType<Props> | undefined
}

export function chunkOf<Props>(find: () => Promise<ComponentType<Props>>): Chunk<Props> {
  const chunk: Chunk<Props> = {
    loaded: undefined,
    load: async () => (chunk.loaded ??= await find()),
  }
  return chunk
}

/**
 * Returns a component that renders the chunk's component: at once where the chunk is loaded (on the
 * server, and on a page that the server rendered), otherwise when it has loaded.
 */
export function componentOf<Props extends object>(chunk: Chunk<Props>) {
  const Lazy = lazy<ComponentType<Props>>(async () => ({ default: await chunk.load() }))
  return function Part(props: Props) {
    // Decided once: a component that was loaded later must stay the same component.
    const [Component] = useState<ComponentType<Props>>(() => chunk.loaded ?? Lazy)
    return <Component {...props} />
  }
}
