/** The pages for finding an existing booking. */
export { LookupForm } from './LookupForm'
export { LoginPage } from './LoginPage'
export { MyBookingPage } from './MyBookingPage'
export { ResetPage } from './ResetPage'
