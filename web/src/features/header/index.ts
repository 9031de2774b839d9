/** The header: top bar, main navigation, 'My Booking'. */
export { Header, HEADER } from './Header'
export { shownOfPath } from './shown-of-path'
export { TelephoneLink } from './TopBar'
