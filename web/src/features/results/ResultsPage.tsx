import { useSelector } from 'react-redux'
import type { SearchCriteria } from '../../rules/search-url'
import { Page } from '../page'
import { SearchBox } from '../search-box'
import { isOfAllRegions, selectCriteria } from '../search'
import { FilteredResults } from './FilteredResults'
import { MapResults } from './lazy-map'
import { BehindGate, ResultsHeading, useResultsTitle } from './ResultsFrame'
import { useSearchAddress } from './useSearchAddress'

const isOfOnePlace = (criteria: SearchCriteria) => !isOfAllRegions(criteria)

/** /results: the parks of one region, or one park. */
export function ResultsPage() {
  return (
    <BehindGate path="/results">
      <ResultsOfPlace />
    </BehindGate>
  )
}

function ResultsOfPlace() {
  useSearchAddress({ searches: true, belongs: isOfOnePlace })
  const title = useResultsTitle()
  return (
    <Page title={title} path="/results">
      <SearchBox />
      <ResultsInView renderHeading={(texts) => <ResultsHeading title={title} texts={texts} />} />
    </Page>
  )
}

/** The results as cards or on the map, depending on the address. */
function ResultsInView({ renderHeading }: { renderHeading: (texts: string[]) => React.ReactNode }) {
  const { view } = useSelector(selectCriteria)
  if (view === 'map') return <MapResults renderHeading={renderHeading} />
  return (
    <div className="page-width pt-5 pb-section lg:pt-7">
      <FilteredResults renderHeading={renderHeading} />
    </div>
  )
}
