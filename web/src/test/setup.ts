import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// jsdom has no dialogs; the parts of them that components rely on.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.setAttribute('open', '')
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.removeAttribute('open')
  this.dispatchEvent(new Event('close'))
}

// Nor does it scroll.
Element.prototype.scrollIntoView ??= () => {}

/** jsdom has no layout and no observer of it: whatever is observed is in view. */
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
