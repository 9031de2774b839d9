/** Whether a path is a step of a booking. */
export function isBookingPath(path: string): boolean {
  return path === '/booking' || path.startsWith('/booking/')
}

/**
 * Whether a path is a payment page. Each of these is a separate document, without analytics and
 * advertising scripts.
 */
export function isPaymentPath(path: string): boolean {
  return /^\/booking\/payment(?:-action)?\/?$/.test(path)
}
