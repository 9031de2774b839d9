import { SearchBox } from '../search-box'
import { NotFoundPage } from './NotFoundPage'

/** The page for unknown addresses, with the search box below. */
export function NotFound() {
  return <NotFoundPage searchBox={<SearchBox home />} />
}
