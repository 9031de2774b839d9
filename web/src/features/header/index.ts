/** The header: top bar, main navigation, 'My Booking'. */
export { Header } from './Header'
export { TelephoneLink } from './TopBar'
