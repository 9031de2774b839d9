/** The footer: cookie banner, newsletter, trust, navigation, social links, ways to pay. */
export { Footer } from './Footer'
