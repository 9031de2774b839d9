/** The booking's pages, loaded when the first of them is visited. */
export { Confirmation } from './Confirmation'
export { DetailsStep } from './DetailsStep'
export { ExtrasStep } from './ExtrasStep'
