import { webcrypto } from 'node:crypto'
import '@testing-library/jest-dom/vitest'
import { act, cleanup, configure, getConfig } from '@testing-library/react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, vi } from 'vitest'
import { answerStylesQuickly, findLabelsQuickly } from './quick-queries'

answerStylesQuickly()
findLabelsQuickly()

afterEach(cleanup)

// A part that is loaded lazily may still be on its way when a file's last test ends. Without this, the
// run fails with an error that belongs to no test.
afterAll(() => vi.dynamicImportSettled())

// A busy machine is slow to load a page's modules for the first time, and to render whole pages.
configure({ asyncUtilTimeout: 20_000 })

let other: Root | undefined
let renders = 0
const { asyncWrapper } = getConfig()
// What a test has found or waited for is shown, but its effects (a title, the focus, an event) may come
// in a task of their own, which a busy machine runs after the test's next line. React runs them before it
// renders anything else.
configure({
  asyncWrapper: async (work) => {
    const result = await asyncWrapper(work)
    act(() => {
      other ??= createRoot(document.createElement('div'))
      other.render(++renders)
    })
    return result
  },
})

// The files that share a process hear each other's channels, also after their document is gone.
const opened: BroadcastChannel[] = []
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    opened.push(this)
  }
}
afterAll(() => {
  for (const channel of opened) channel.close()
})

// jsdom has no dialogs: these are the parts that components need.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.setAttribute('open', '')
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.removeAttribute('open')
  this.dispatchEvent(new Event('close'))
}

// jsdom cannot scroll either.
Element.prototype.scrollIntoView ??= () => {}

/** jsdom has no layout, so no size ever changes. */
class NothingResizes implements Pick<ResizeObserver, 'observe' | 'disconnect'> {
  observe(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver = NothingResizes as never

/** jsdom has no layout, so everything that is observed counts as visible. */
class EverythingInView implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
  private readonly seen: IntersectionObserverCallback
  constructor(seen: IntersectionObserverCallback) {
    this.seen = seen
  }
  observe(): void {
    this.seen([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
  }
  disconnect(): void {}
}
globalThis.IntersectionObserver = EverythingInView as never

// Nor has it keys for encryption, or entries of the browser's timing.
if (!('subtle' in crypto)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto })
Performance.prototype.getEntriesByType ??= () => []
