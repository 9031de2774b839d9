import { useEffect } from 'react'
import type { Action, Booking } from '../contract'

/** What every form of an action is given. */
export interface FormProps {
  booking: Booking
  /** The name of its draft. */
  draft: string
  /** Called with what is asked for; undefined while something is missing. */
  onAction: (action: Action | undefined) => void
  /** The message of a field that the server refused. */
  error: (field: string) => string | undefined
}

/** Says what is asked for whenever that has changed. */
export function useAsked(onAction: FormProps['onAction'], action: Action | undefined): void {
  // As a text, because a form makes a new value each time.
  const text = action && JSON.stringify(action)
  useEffect(
    () => onAction(text === undefined ? undefined : (JSON.parse(text) as Action)),
    [onAction, text],
  )
}
