/** A press on something that will be replaced: where it was, in pixels of the window. */
export interface Press {
  x: number
  y: number
}

/**
 * Holds back the presses on an element whose code is being loaded, so that the browser does not open its
 * own list or calendar meanwhile, nor send the form. Not those of a visitor who is already in the element,
 * nor clicks without a pointer. `last` returns the last one, unless the visitor has done something else
 * since; `release` lets them through again, and makes the one that was held back effective where it would
 * have sent the form.
 */
export function watchPresses(element: HTMLElement, signal: AbortSignal) {
  const watching = new AbortController()
  const options = { capture: true, signal: watching.signal }
  let press: (Press & { submitter: HTMLButtonElement | null }) | undefined
  const forget = () => {
    press = undefined
  }
  const stop = () => {
    watching.abort()
    forget()
  }
  signal.addEventListener('abort', stop)
  const hold = (event: MouseEvent) => {
    if (element.contains(document.activeElement) || isWithoutPointer(event)) return
    event.preventDefault()
    if (event.type !== 'click' || !(event.target instanceof Element)) return
    const submitter = event.target.closest<HTMLButtonElement>('button[type=submit]')
    press = { x: event.clientX, y: event.clientY, submitter }
  }
  element.addEventListener('mousedown', hold, options)
  element.addEventListener('click', hold, options)
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, forget, options)
  // Without capturing, that is without carousels, which scroll by themselves.
  document.addEventListener('scroll', forget, { signal: watching.signal })
  return {
    last: (): Press | undefined => press,
    release: () => {
      const submitter = press?.submitter
      stop()
      submitter?.form?.requestSubmit(submitter)
    },
  }
}

/** Whether a click comes from the keyboard, a screen reader or voice control: it has no place. */
const isWithoutPointer = ({ type, detail, clientX, clientY }: MouseEvent): boolean =>
  type === 'click' && (detail === 0 || (clientX === 0 && clientY === 0))

/** Presses what is now at the place of an earlier press, if that is in the element. */
export function pressAgain({ x, y }: Press, element: HTMLElement | null): void {
  const control = document
    .elementFromPoint(x, y)
    ?.closest<HTMLElement>('button, input, select, label, a')
  if (!control || !element?.contains(control)) return
  control.focus()
  control.click()
}
