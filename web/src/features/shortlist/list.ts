import { isShortlisted, toggled, type Shortlisted } from '../../rules/shortlist'
import { deviceList } from '../../ui'

/** The visitor's shortlist. */
export const shortlist = deviceList<Shortlisted>('shortlist', isShortlisted)

/** Why a park was not saved: the list is full, or the browser does not store it. */
export type Refusal = 'full' | 'forbidden'

/** Saves a park, or removes it. Returns why it could not. */
export function toggleShortlisted(park: Shortlisted): Refusal | undefined {
  const next = toggled(shortlist.read(), park)
  if (!next) return 'full'
  return shortlist.write(next) ? undefined : 'forbidden'
}
