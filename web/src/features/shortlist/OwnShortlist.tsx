import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { comparedToggled } from '../../rules/comparison'
import { plural } from '../../rules/plural'
import { RECENT_MOST, type RecentSearch } from '../../rules/recent-searches'
import { SHORTLIST_MOST, type Shortlisted } from '../../rules/shortlist'
import { Button, ButtonLink, Notice, Skeleton } from '../../ui'
import { SearchIcon } from '../../ui/icons'
import { Page, SceneCard, selectServerRendered } from '../page'
import { RecentSearches, recentSearches } from '../recent-searches'
import type { SearchRoot } from '../search'
import { applyLastSearch } from './last-search'
import { shortlist } from './list'
import { selectParks, withoutGone } from './load'
import { Parks } from './Parks'
import { ShareButton } from './ShareButton'
import type { ShortlistRoot } from './state'
import { useParks } from './useParks'

/** What was removed by 'Clear'. */
interface Cleared {
  parks: readonly Shortlisted[]
  searches: readonly RecentSearch[]
}

/** A list with the entries that were removed from it, after those that are there now. */
function restored<Entry>(
  now: readonly Entry[],
  removed: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Entry[] {
  const keys = new Set(now.map(keyOf))
  return [...now, ...removed.filter((entry) => !keys.has(keyOf(entry)))]
}

/** The visitor's own list. The server does not know it, so it renders the frame alone. */
export function OwnShortlist() {
  const dispatch = useAppDispatch()
  const serverRendered = useSelector(selectServerRendered)
  const list = shortlist.use()
  const heading = useRef<HTMLHeadingElement>(null)
  const [cleared, setCleared] = useState<Cleared>()
  const [ready, setReady] = useState(false)
  const parks = useSelector((state: SearchRoot & ShortlistRoot) => selectParks(state))
  const compared = withoutGone(list, parks).filter((kept) => kept.compared).length

  useEffect(() => {
    if (serverRendered) return
    dispatch(applyLastSearch())
    // The stay is known only now; before, prices would be asked for another one.
    // oxlint-disable-next-line react/set-state-in-effect
    setReady(true)
  }, [dispatch, serverRendered])

  const clear = () => {
    setCleared({ parks: shortlist.read(), searches: recentSearches.read() })
    shortlist.write([])
    recentSearches.write([])
    heading.current?.focus()
  }
  const undo = () => {
    if (!cleared) return
    // Another tab may have added to the lists since.
    shortlist.write(
      restored(shortlist.read(), cleared.parks, ({ parkId }) => parkId).slice(0, SHORTLIST_MOST),
    )
    recentSearches.write(
      restored(recentSearches.read(), cleared.searches, ({ query }) => query).slice(0, RECENT_MOST),
    )
    setCleared(undefined)
    heading.current?.focus()
  }
  return (
    <Page title="Shortlist" noindex>
      <div className="page-width min-h-[70dvh] pt-6 pb-section lg:pt-9">
        <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div>
            <h1 ref={heading} tabIndex={-1} className="display text-h1">
              Shortlist
            </h1>
            <p role="status" className="mt-1 min-h-6 text-muted">
              {ready && list.length > 0
                ? `${plural(list.length, 'holiday')} kept${compared > 1 ? `, ${compared} side by side` : ''}`
                : ''}
            </p>
          </div>
          {ready && list.length > 0 ? (
            <div className="flex flex-wrap items-center gap-3">
              <ShareButton parkIds={list.map(({ parkId }) => parkId)} />
              <Button variant="quiet" onClick={clear} className="max-sm:-ml-5">
                Clear shortlist and recent searches
              </Button>
            </div>
          ) : null}
        </div>
        {cleared ? (
          <Notice live className="mb-5">
            Your shortlist and recent searches were removed from this device.{' '}
            <Button variant="quiet" onClick={undo}>
              Undo
            </Button>
          </Notice>
        ) : null}
        {ready ? null : <Waiting />}
        {ready && list.length > 0 ? <OwnParks list={list} heading={heading} /> : null}
        {ready && list.length === 0 ? <NothingSaved onClear={clear} /> : null}
      </div>
    </Page>
  )
}

/** What is shown until the browser has read the list; without a script, why there is none. */
function Waiting() {
  return (
    <>
      <Skeleton className="h-[150px] rounded-card noscript:hidden" />
      <noscript>
        <p>
          Your shortlist is kept by this browser alone. Please switch JavaScript on to see it, or{' '}
          <a href="/region/ukcaravan" className="text-link">
            browse holidays by region
          </a>
          .
        </p>
      </noscript>
    </>
  )
}

function OwnParks({
  list,
  heading,
}: {
  list: readonly Shortlisted[]
  heading: React.RefObject<HTMLHeadingElement | null>
}) {
  const loaded = useParks(list.map(({ parkId }) => parkId))
  const remove = (parkId: string) => {
    shortlist.write(shortlist.read().filter((kept) => kept.parkId !== parkId))
    heading.current?.focus()
  }
  return (
    <Parks
      list={list}
      loaded={loaded}
      onCompare={(parkId) =>
        shortlist.write(comparedToggled(withoutGone(shortlist.read(), loaded.parks), parkId))
      }
      onRemove={remove}
    />
  )
}

/** The empty list: what it is for, and ways to holidays. */
function NothingSaved({ onClear }: { onClear: () => void }) {
  const searched = recentSearches.use().length > 0
  return (
    <SceneCard>
      <p className="text-lead font-semibold">You have not saved a holiday yet.</p>
      <p className="mt-2">
        Press the heart on a holiday to keep it here. The list stays in this browser: you need no
        account, and we do not see it.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink href="/" icon={SearchIcon}>
          Search holidays
        </ButtonLink>
        <ButtonLink href="/region/ukcaravan" variant="secondary">
          Browse by region
        </ButtonLink>
        <ButtonLink href="/last-minute-deals" variant="secondary">
          Last minute deals
        </ButtonLink>
      </div>
      {searched ? (
        <div className="mt-5 border-t border-line pt-3">
          <RecentSearches />
          <Button variant="quiet" onClick={onClear}>
            Clear recent searches
          </Button>
        </div>
      ) : null}
    </SceneCard>
  )
}
