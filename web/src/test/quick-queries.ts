const whole = window.getComputedStyle.bind(window)

/** What jsdom's style sheet says about `display`, by what its rules look at. */
const displays = new Map<string, string>()

/** `display` of an element without styles of its own. */
function displayOf(element: Element): string {
  const looked = [element.localName]
  for (const name of ['hidden', 'open', 'type']) looked.push(element.getAttribute(name) ?? 'none')
  const kind = looked.join(' ')
  const known = displays.get(kind) ?? whole(element).display
  displays.set(kind, known)
  return known
}

/** An inherited property that jsdom's style sheet does not set for what tests render. */
function inherited(element: Element, name: 'visibility' | 'pointer-events', initial: string) {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = at.hasAttribute('style') && whole(at).getPropertyValue(name)
    if (own) return own
  }
  return initial
}

function valueOf(element: Element, name: string): unknown {
  if (name === 'display' && !element.hasAttribute('style')) return displayOf(element)
  if (name === 'visibility') return inherited(element, name, 'visible')
  if (name === 'pointerEvents' || name === 'pointer-events')
    return inherited(element, 'pointer-events', 'auto')
  return undefined
}

/**
 * Answers at once what the queries by role ask about the style of each element that they pass: whether
 * it is shown. jsdom compares the element with every rule of its style sheet. That took 12 of the 36 s of
 * a file with many such queries; with the labels below it took 11 of the 105 s of ten ordinary files.
 * jsdom answers itself for every other property, where a test has a style sheet of its own, and about
 * popovers.
 */
export function answerStylesQuickly(): void {
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || document.styleSheets.length > 0 || element.hasAttribute('popover'))
      return whole(element, pseudo)
    let all: CSSStyleDeclaration | undefined
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        const of = () => (all ??= whole(element))
        if (name === 'getPropertyValue')
          return (property: string) => valueOf(element, property) ?? of().getPropertyValue(property)
        return valueOf(element, String(name)) ?? Reflect.get(of(), name)
      },
    })
  }
}

/**
 * Finds the labels of a control by what they name. jsdom looks for the control of each label through
 * the whole document, for each control whose name a query computes.
 */
export function findLabelsQuickly(): void {
  const labels = {
    configurable: true,
    get(this: HTMLElement): HTMLLabelElement[] {
      return [...document.getElementsByTagName('label')].filter((label) =>
        label.htmlFor ? document.getElementById(label.htmlFor) === this : label.control === this,
      )
    },
  }
  for (const { prototype } of [HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement])
    Object.defineProperty(prototype, 'labels', labels)
  Object.defineProperty(HTMLInputElement.prototype, 'labels', {
    ...labels,
    get(this: HTMLInputElement) {
      return this.type === 'hidden' ? null : labels.get.call(this)
    },
  })
}
