import { useEffect, useState } from 'react'
import { type FieldError, messageOf } from '../rules/form-errors'

/**
 * Decides when the messages of a form are shown: a field's after it was changed and left, all of
 * them after a submit.
 */
export interface CheckedFields {
  /** The message to show at a field. */
  error: (field: string) => string | undefined
  /** A field was changed: the server's message about it is removed. */
  changed: (field: string) => void
  /** A field was left. */
  left: (field: string) => void
  /** The form was submitted: from now on all messages are shown. */
  submitted: () => void
  /** The server refused fields that passed the checks here. */
  refused: (errors: readonly FieldError[]) => void
  /** The form was emptied, so no field counts as changed. */
  renewed: () => void
  /**
   * The errors for the summary; empty before a submit. The names of fields are the ids of their
   * controls.
   */
  summary: readonly FieldError[]
}

/** Selects which messages of a form are shown. `errors` are all current ones, in form order. */
export function useCheckedFields(errors: readonly FieldError[]): CheckedFields {
  const [seen, setSeen] = useState<Readonly<Record<string, 'changed' | 'left'>>>({})
  const [submits, setSubmits] = useState(0)
  const [fromServer, setFromServer] = useState<readonly FieldError[]>([])
  const current = [...errors, ...fromServer.filter(({ field }) => !messageOf(errors, field))]

  // After a submit the first wrong field gets the focus; the ids of controls are the names of
  // fields.
  const first = current[0]?.field
  useEffect(() => {
    if (submits > 0 && first !== undefined) document.getElementById(first)?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- a correction moves no focus
  }, [submits])

  return {
    error: (field) =>
      submits > 0 || seen[field] === 'left' ? messageOf(current, field) : undefined,
    changed: (field) => {
      setSeen((before) => (before[field] ? before : { ...before, [field]: 'changed' }))
      if (messageOf(fromServer, field))
        setFromServer(fromServer.filter((each) => each.field !== field))
    },
    left: (field) =>
      setSeen((before) => (before[field] === 'changed' ? { ...before, [field]: 'left' } : before)),
    submitted: () => setSubmits((before) => before + 1),
    refused: (list) => {
      setSubmits((before) => before + 1)
      setFromServer(list)
    },
    renewed: () => {
      setSeen({})
      setSubmits(0)
      setFromServer([])
    },
    summary: submits > 0 ? current : [],
  }
}
