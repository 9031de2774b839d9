/** Keys of the office: single letters, G and a letter, and those with ⌘ or Ctrl. */
import { useEffect, useRef } from 'react'
import { isComposing } from '../src/ui'
import { makeStore } from './store'

/** Whether single letters do something (WCAG 2.1.4). The browser keeps the choice: it is not personal. */
const KEPT = 'office-letters'

function kept(): boolean {
  try {
    return window.localStorage.getItem(KEPT) !== 'off'
  } catch {
    return true
  }
}

export const letters = makeStore(kept())

/** Turns the single letters on or off. */
export function setLetters(on: boolean): void {
  letters.set(on)
  try {
    window.localStorage.setItem(KEPT, on ? 'on' : 'off')
  } catch {
    // A browser that keeps nothing asks again in the next tab.
  }
}

/** What to do by key: 'r', '?', 'g t', 'Escape', '/', or 'mod+k' and 'mod+Enter' for ⌘ or Ctrl. */
export type KeyTable = Readonly<Record<string, () => void>>

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=radio], [type=checkbox]), textarea, select'))

/** How long G waits for its letter. */
const SEQUENCE_MS = 1500

let first = { key: '', at: 0 }

/** The name of a key in a table; '' for one that nobody can have meant. */
function nameOf(event: KeyboardEvent): string {
  if (isComposing(event) || event.repeat || event.altKey) return ''
  const command = event.metaKey || event.ctrlKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (command) return `mod+${key}`
  if (key === 'Escape') return key
  // Inside a field, and before a dialog, letters are text.
  if (isField(event.target) || document.querySelector('dialog[open]') || !letters.get()) return ''
  const pair = first.key && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${key}` : key
  first = { key: key === 'g' ? 'g' : '', at: event.timeStamp }
  return pair
}

/** The tables that are on the page, the last one first. */
const tables: { current: KeyTable }[] = []

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented) return
  const name = nameOf(event)
  const table = name ? tables.findLast(({ current }) => current[name]) : undefined
  if (!table) return
  event.preventDefault()
  table.current[name]?.()
}

/** Keys that work while the component is on the page. Those of the innermost component come first. */
export function useKeys(table: KeyTable): void {
  const latest = useRef(table)
  useEffect(() => {
    latest.current = table
  })
  useEffect(() => {
    if (tables.length === 0) document.addEventListener('keydown', pressed)
    tables.push(latest)
    return () => {
      tables.splice(tables.indexOf(latest), 1)
      if (tables.length === 0) document.removeEventListener('keydown', pressed)
    }
  }, [])
}
