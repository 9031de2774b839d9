/** The payment pages. They are opened as a document of their own. */
export { PaymentAction } from './PaymentAction'
export { PaymentStep } from './PaymentStep'
