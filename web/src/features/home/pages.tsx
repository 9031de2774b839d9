import { SearchBox } from '../search-box'
import { HomePage } from './HomePage'

/** The home page with the search box among its blocks. */
export function Home() {
  return <HomePage searchBox={<SearchBox home />} />
}
