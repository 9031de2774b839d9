import { useSelector } from 'react-redux'
import { Navigate } from 'react-router'
import { ALL_REGIONS } from '../../rules/price-lookup'
import { Page } from '../page'
import { SearchBox } from '../search-box'
import { selectForm, selectPlaceLabel, selectSearchPath } from '../search'
import { Results } from './Results'
import { useSearchAddress } from './useSearchAddress'

/** /results: the parks of one region, or one park. */
export function ResultsPage() {
  const form = useSelector(selectForm)
  const path = useSelector(selectSearchPath)
  const allRegions = form.regionId === ALL_REGIONS && form.parkId === undefined
  useSearchAddress({ searches: !allRegions })
  const title = useResultsTitle()
  // An address that names all regions has a page of its own; a choice in the box waits for the button.
  if (allRegions && new URLSearchParams(window.location.search).get('region') === ALL_REGIONS) {
    return <Navigate to={path} replace />
  }
  return (
    <Page title={title} path="/results">
      <SearchBox />
      <div className="page-width pt-5 pb-11 lg:pt-7 lg:pb-16">
        <Results renderHeading={(texts) => <ResultsHeading title={title} texts={texts} />} />
      </div>
    </Page>
  )
}

/** 'Holidays in Cornwall', or in the UK when no single region is chosen. */
export function useResultsTitle(): string {
  const { regionId, parkId } = useSelector(selectForm)
  const label = useSelector(selectPlaceLabel)
  const known = regionId !== ALL_REGIONS && label !== 'Loading...'
  return parkId !== undefined && known
    ? `Holidays at ${label}`
    : `Holidays in ${known ? label : 'the UK'}`
}

/** The title, and under it what was found, said when it changes. */
export function ResultsHeading({ title, texts }: { title: string; texts: string[] }) {
  const [found = '', dates = '', hidden = ''] = texts
  return (
    <div>
      <h1 className="display text-h1">{title}</h1>
      {/* On a phone what was found takes two lines, kept free until it is known. */}
      <p role="status" className="mt-1.5 min-h-12 text-muted md:min-h-6">
        <b className="text-ink max-md:block">{found}</b> {dates}
        {hidden ? <span className="block text-small">{hidden}</span> : null}
      </p>
    </div>
  )
}
