import { SearchBox } from '../search-box'
import { NotFoundPage } from './NotFoundPage'

/** The page for addresses that lead nowhere, with the search box beneath. */
export function NotFound() {
  return <NotFoundPage searchBox={<SearchBox home />} />
}
