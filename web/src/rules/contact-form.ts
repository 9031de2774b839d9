import { type FieldError, FormErrors } from './form-errors'
import { characters, cleanText, typedEmail } from './typed'
import { isEmail } from './validators'

/** A message to the brand. `website` is a field that people do not see. */
export interface ContactMessage {
  name: string
  email: string
  phone: string
  bookingId: string
  message: string
  website: string
}

/** The allowed number of characters in a message. */
export const MESSAGE_MIN = 10
export const MESSAGE_MAX = 2000

/** The wrong fields of the contact form. Characters are counted as the server does. */
export function checkContact({ name, email, message }: ContactMessage): FieldError[] {
  const length = characters(message.trim())
  const address = typedEmail(email)
  return new FormErrors()
    .when(cleanText(name) === '', 'name', 'Please enter your name')
    .when(address === '' || !isEmail(address), 'email', 'Please enter a valid email address')
    .when(length < MESSAGE_MIN || length > MESSAGE_MAX, 'message', 'Please enter your message').list
}
