import { useEffect, useState } from 'react'
import { type FieldError, messageOf } from '../rules/form-errors'

/** When the messages of a form are shown: a field's once it was changed and left, all after a submit. */
export interface CheckedFields {
  /** The message to show at a field. */
  error: (field: string) => string | undefined
  /** A field was changed. The server's message about it no longer counts. */
  changed: (field: string) => void
  /** A field was left. */
  left: (field: string) => void
  /** The form was submitted: all messages show from now on. */
  submitted: () => void
  /** The server refused fields that passed here. */
  refused: (errors: readonly FieldError[]) => void
  /** The form was emptied and counts as untouched again. */
  renewed: () => void
  /** For the summary; empty before a submit. Field names are ids of the controls. */
  summary: readonly FieldError[]
}

/** Decides which messages of a form's checks are shown. `errors` are all current ones, in form order. */
export function useCheckedFields(errors: readonly FieldError[]): CheckedFields {
  const [seen, setSeen] = useState<Readonly<Record<string, 'changed' | 'left'>>>({})
  const [submits, setSubmits] = useState(0)
  const [fromServer, setFromServer] = useState<readonly FieldError[]>([])
  const current = [...errors, ...fromServer.filter(({ field }) => !messageOf(errors, field))]

  // After a submit the first wrong field has the focus; the ids of fields are their names.
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
