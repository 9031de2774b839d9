import { lazy, type ComponentType, type ReactElement } from 'react'

/** A page that is loaded when it is first visited, from the `pages` module of its feature. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ReactElement {
  const Page = lazy<ComponentType>(async () => ({ default: (await load())[name] }))
  return <Page />
}
