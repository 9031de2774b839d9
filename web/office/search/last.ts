import type { Found } from '../contract'
import { makeStore } from '../store'

/** The last search and what it found: for the list of bookings, and for the keys J and K. */
export const lastSearch = makeStore<{ text: string; found: Found | undefined }>({
  text: '',
  found: undefined,
})
