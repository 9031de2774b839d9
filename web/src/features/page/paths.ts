/** Whether a path is one of the booking's steps, where a booking in progress may stand. */
export function isBookingPath(path: string): boolean {
  return path === '/booking' || path.startsWith('/booking/')
}

/** Whether a path is one of the steps that payments are made on. Each is a document of its own, without tags. */
export function isPaymentPath(path: string): boolean {
  return /^\/booking\/payment(?:-action)?\/?$/.test(path)
}
