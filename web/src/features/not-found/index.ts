/** The page for addresses that lead nowhere. */
export { NotFoundPage } from './NotFoundPage'
