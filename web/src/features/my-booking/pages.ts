/** The pages of looking a booking up again. */
export { LookupForm } from './LookupForm'
export { LoginPage } from './LoginPage'
export { MyBookingPage } from './MyBookingPage'
export { ResetPage } from './ResetPage'
