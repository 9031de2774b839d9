import { SHORTLIST_MOST } from '../../rules/shortlist'
import type { Refusal } from './list'

/** What visitors are told about a park that was not saved. */
export const REFUSALS: Readonly<Record<Refusal, string>> = {
  full: `Your shortlist is full: it holds ${SHORTLIST_MOST} holidays. Remove one to save another.`,
  forbidden: 'Not saved: your browser does not let this site store your shortlist.',
}
