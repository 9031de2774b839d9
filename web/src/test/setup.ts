import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

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
