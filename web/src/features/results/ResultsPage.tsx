import { useSelector } from 'react-redux'
import { ALL_REGIONS } from '../../rules/price-lookup'
import type { SearchCriteria } from '../../rules/search-url'
import { Page, PageHeader } from '../page'
import { SearchBox } from '../search-box'
import { selectForm, selectPlaceLabel } from '../search'
import { FilteredResults } from './FilteredResults'
import { isOfAllRegions, useSearchAddress } from './useSearchAddress'

const isOfOnePlace = (criteria: SearchCriteria) => !isOfAllRegions(criteria)

/** /results: the parks of one region, or one park. */
export function ResultsPage() {
  useSearchAddress({ searches: true, belongs: isOfOnePlace })
  const title = useResultsTitle()
  return (
    <Page title={title} path="/results">
      <SearchBox />
      <div className="page-width pt-5 pb-11 lg:pt-7 lg:pb-16">
        <FilteredResults
          renderHeading={(texts) => <ResultsHeading title={title} texts={texts} />}
        />
      </div>
    </Page>
  )
}

/** 'Holidays in Cornwall', 'Holidays near Newquay', or in the UK when no single region is chosen. */
export function useResultsTitle(): string {
  const { regionId, parkId, near } = useSelector(selectForm)
  const label = useSelector(selectPlaceLabel)
  if (near && parkId === undefined) return `Holidays near ${near.name}`
  const known = regionId !== ALL_REGIONS && label !== 'Loading...'
  return parkId !== undefined && known
    ? `Holidays at ${label}`
    : `Holidays in ${known ? label : 'the UK'}`
}

/** The title, and under it what was found, said when it changes. */
export function ResultsHeading({ title, texts }: { title: string; texts: string[] }) {
  const [found = '', dates = '', hidden = ''] = texts
  return (
    <PageHeader
      title={title}
      subtitle={
        // On a phone what was found takes two lines, kept free until it is known.
        <p role="status" className="min-h-12 md:min-h-6">
          <b className="text-ink max-md:block">{found}</b> {dates}
          {hidden ? <span className="block text-small">{hidden}</span> : null}
        </p>
      }
    />
  )
}
