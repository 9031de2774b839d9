import axe from 'axe-core'
import { expect } from 'vitest'

/** Checks that a rendered part breaks no accessibility rule that can be checked without colours. */
export async function expectAccessible(container: HTMLElement): Promise<void> {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
