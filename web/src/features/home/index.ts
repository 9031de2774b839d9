/** The home page and its blocks. */
export { HomePage } from './HomePage'
