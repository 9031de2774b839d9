/** What a person has typed into an action. It outlives the page within the tab, in memory only. */
import { useState } from 'react'

const drafts = new Map<string, unknown>()

/** A form's values by the name of its draft, such as '7K3QX-9F2MA/refund'. */
export function useDraft<Values extends object>(
  name: string,
  first: Values,
): [Values, (change: Partial<Values>) => void] {
  const [values, setValues] = useState(() => (drafts.get(name) as Values | undefined) ?? first)
  const change = (some: Partial<Values>) =>
    setValues((before) => {
      const after = { ...before, ...some }
      drafts.set(name, after)
      return after
    })
  return [values, change]
}

export const hasDraft = (name: string): boolean => drafts.has(name)

/** What it was typed for is done. */
export const dropDraft = (name: string): void => void drafts.delete(name)

/** Nobody's drafts stay for the next person. */
export const dropDrafts = (): void => drafts.clear()
