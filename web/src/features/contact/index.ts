/** The contact form of /help. */
export { ContactForm } from './ContactForm'
