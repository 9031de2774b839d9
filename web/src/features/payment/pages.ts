/** The payment pages. Each is opened as a separate document. */
export { PaymentAction } from './PaymentAction'
export { PaymentStep } from './PaymentStep'
