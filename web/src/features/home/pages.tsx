import { selectHomepage, type AppState, type HomepageState } from '../catalogue'
import { SearchBox } from '../search-box'
import { loadBlocks } from './Blocks'
import { HomePage } from './HomePage'

interface Root {
  app: AppState
  homepage: HomepageState
}

/** The home page with the search box among its blocks. */
export function Home() {
  return <HomePage searchBox={<SearchBox home />} />
}

/** Loads what the home page shows first, besides the blocks of init. */
export function homeData() {
  return (_: unknown, getState: () => Root): Promise<void> => loadBlocks(selectHomepage(getState()))
}
