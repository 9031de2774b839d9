import { shallowEqual, useSelector } from 'react-redux'
import { ALL_REGIONS } from '../../rules/price-lookup'
import { classes } from '../../ui'
import { Page, PageHeader } from '../page'
import { selectMustPass } from '../promotion'
import { SearchBox } from '../search-box'
import {
  selectBox,
  selectCriteria,
  selectForm,
  selectNear,
  selectPlaceLabel,
  type SearchRoot,
} from '../search'
import { ViewToggle } from './ViewToggle'

/** A page of results. Visitors who must pass the promotion gate first see the gate instead. */
export function BehindGate({ path, children }: { path: string; children: React.ReactNode }) {
  const mustPass = useSelector(selectMustPass)
  const title = useResultsTitle()
  if (!mustPass) return children
  return (
    <Page title={title} path={path}>
      <SearchBox />
      <div className="page-width pt-5 pb-section lg:pt-7">
        <ResultsHeading
          title={title}
          toggle={false}
          texts={['', 'Enter your code words to see holidays and prices.']}
        />
      </div>
    </Page>
  )
}

const selectPlace = (state: SearchRoot) => {
  const { regionId, parkId } = selectForm(state)
  return { regionId, parkId }
}

/** 'Holidays in Cornwall', 'Holidays near Newquay', or in the UK when no single region is chosen. */
export function useResultsTitle(): string {
  const { regionId, parkId } = useSelector(selectPlace, shallowEqual)
  const near = useSelector(selectNear)
  const box = useSelector(selectBox)
  const label = useSelector(selectPlaceLabel)
  if (box !== undefined) return 'Holidays in this area'
  if (near && parkId === undefined) return `Holidays near ${near.name}`
  const known = regionId !== ALL_REGIONS && label !== 'Loading...'
  return parkId !== undefined && known
    ? `Holidays at ${label}`
    : `Holidays in ${known ? label : 'the UK'}`
}

/**
 * The title and, below it, the number of results, which screen readers announce when it changes.
 */
export function ResultsHeading({
  title,
  texts,
  toggle = true,
}: {
  title: string
  texts: string[]
  /** Show the button that switches between cards and map. */
  toggle?: boolean
}) {
  const [found = '', dates = '', hidden = ''] = texts
  const { view } = useSelector(selectCriteria)
  return (
    <PageHeader
      title={title}
      // Below lg the button is on top of the map, which fills the screen.
      toggle={
        toggle ? (
          <ViewToggle className={classes('shrink-0', view === 'map' && 'max-lg:hidden')} />
        ) : undefined
      }
      subtitle={
        <p role="status">
          {/* Reserves the lines that the longest text needs, before the text is known. */}
          <span className="block min-h-12 md:min-h-6">
            <b className="text-ink">{found}</b> <span>{dates}</span>
          </span>
          {hidden ? <span className="block text-small">{hidden}</span> : null}
        </p>
      }
    />
  )
}
