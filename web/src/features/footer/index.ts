/** The footer: cookie banner, newsletter, reviews, navigation, social links, ways to pay. */
export { Footer } from './Footer'
