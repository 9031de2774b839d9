/** The page for unknown addresses. */
export { NotFoundPage } from './NotFoundPage'
