import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { useAppDispatch } from '../../api'
import type { Parks } from '../../api/schema'
import { channelFamily } from '../../rules/channels'
import { groupThousands } from '../../rules/money'
import { AppLink } from '../../ui'
import { NotFoundPage } from '../not-found'
import { parksCall } from '../park-data'
import { selectFilterList, type SearchRoot } from '../search'
import { ChipLinks, Loaded, NothingHere } from './BrowsePage'
import { countOf, listingQuery, readListing, type Listing } from './listing'
import { loadParksPage, parksParams, type ParksRequest } from './load'
import { Pagination } from './Pagination'
import { ParkCard } from './ParkCard'
import type { BrowseRoot } from './state'

/** The largest number of features to filter by: those that most of the parks have. */
const MAX_FEATURES = 8

/** The page of a list that the address names; undefined while it loads. */
export function useParksPage(request: ParksRequest): {
  listing: Listing
  id: string
  parks: Parks | undefined
} {
  const { search } = useLocation()
  const listing = readListing(search)
  const id = parksCall.idOf(parksParams(request, listing))
  const parks = useSelector((state: BrowseRoot) => state.data.browse.parks[id])
  return { listing, id, parks }
}

/**
 * The parks of a place in pages, with filters. All controls are links, which work without script.
 */
export function ParkListing({
  request,
  path,
  regionInQuery,
}: {
  request: ParksRequest
  path: string
  /** The region, if it is in the query instead of the path. */
  regionInQuery?: string
}) {
  const dispatch = useAppDispatch()
  const { listing, id, parks } = useParksPage(request)
  const to = (change: Partial<Listing>) =>
    path + listingQuery({ ...listing, page: 1, ...change }, regionInQuery)
  const isFiltered = listing.dogs || listing.features.length > 0
  if (parks && listing.page > Math.max(1, parks.pageCount ?? 0)) return <NotFoundPage />
  return (
    <Loaded
      id={id}
      loaded={parks !== undefined}
      onRetry={() => void dispatch(loadParksPage(request, listing))}
    >
      {parks && (parks.count || isFiltered) ? (
        <>
          <ListControls parks={parks} listing={listing} channel={request.channel} to={to} />
          <Cards
            parks={parks}
            channel={request.channel}
            listing={listing}
            unfilteredHref={to({ features: [], dogs: false })}
          />
          <Pagination
            page={listing.page}
            count={parks.pageCount ?? 1}
            to={(page) => to({ page })}
          />
        </>
      ) : (
        <NothingHere channel={request.channel} />
      )}
    </Loaded>
  )
}

/** The number of parks, the sort order, and the features to filter by. */
function ListControls({
  parks,
  listing,
  channel,
  to,
}: {
  parks: Parks
  listing: Listing
  channel: string
  to: (change: Partial<Listing>) => string
}) {
  const { Filters } = useSelector((state: SearchRoot) => selectFilterList(state))
  const { count = 0, dogParks = 0, featureCounts = {} } = parks
  const chips = useMemo(() => {
    const byCount = Object.entries(featureCounts)
      .map(([id, parksWith]) => ({ id: Number(id), parksWith }))
      .toSorted((a, b) => b.parksWith - a.parksWith || a.id - b.id)
    const chosen = byCount.filter(({ id }) => listing.features.includes(id))
    // A feature that all parks have is no useful filter.
    const others = byCount.filter(
      ({ id, parksWith }) => !chosen.some((one) => one.id === id) && parksWith < count,
    )
    return [...chosen, ...others].slice(0, Math.max(MAX_FEATURES, chosen.length))
  }, [featureCounts, listing.features, count])
  const featureChips = chips.flatMap(({ id, parksWith }) => {
    const name = Filters.find((filter) => filter.id === id)?.name
    const current = listing.features.includes(id)
    const features = current
      ? listing.features.filter((one) => one !== id)
      : [...listing.features, id].toSorted((a, b) => a - b)
    return name
      ? [
          {
            text: chipText(name, parksWith, current),
            href: to({ features }),
            current,
            narrows: true,
          },
        ]
      : []
  })
  const dogs = {
    text: chipText('Dogs welcome', dogParks, listing.dogs),
    href: to({ dogs: !listing.dogs }),
    current: listing.dogs,
    narrows: true,
  }
  const allChips =
    listing.dogs || (dogParks > 0 && dogParks < count) ? [dogs, ...featureChips] : featureChips
  return (
    <>
      {allChips.length > 0 ? <ChipLinks label="Narrow the list" chips={allChips} /> : null}
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-6">
        <p role="status" className="text-muted">
          <b className="text-ink">{countOf(channel, count)}</b>
          <span>
            {listing.page > 1
              ? `, page ${listing.page} of ${groupThousands(parks.pageCount ?? 1)}`
              : ''}
          </span>
        </p>
        {count > 1 ? (
          <p className="flex gap-4 text-detail">
            <span className="inline-flex min-h-11 items-center text-muted">Sort by</span>
            <SortLink href={to({ byPrice: false })} current={!listing.byPrice}>
              Name
            </SortLink>
            <SortLink href={to({ byPrice: true })} current={listing.byPrice}>
              Lowest price
            </SortLink>
          </p>
        ) : null}
      </div>
    </>
  )
}

/** 'Indoor pool (12)'. A chosen feature has a cross, because its link removes the filter. */
function chipText(name: string, count: number, chosen: boolean): string {
  return chosen ? `${name} ×` : `${name} (${groupThousands(count)})`
}

function SortLink({
  href,
  current,
  children,
}: {
  href: string
  current: boolean
  children: string
}) {
  return (
    <AppLink
      href={href}
      rel="nofollow"
      aria-current={current ? 'true' : undefined}
      className="inline-flex min-h-11 items-center underline underline-offset-4 aria-[current=true]:font-bold aria-[current=true]:no-underline"
    >
      {children}
    </AppLink>
  )
}

function Cards({
  parks,
  channel,
  listing,
  unfilteredHref,
}: {
  parks: Parks
  channel: string
  listing: Listing
  /** The address of the list without filters. */
  unfilteredHref: string
}) {
  const { Filters } = useSelector((state: SearchRoot) => selectFilterList(state))
  const features = useMemo(() => new Map(Filters.map(({ id, name }) => [id, name])), [Filters])
  const units = `${channelFamily(channel).unit.toLowerCase()}s`
  if (parks.parks.length === 0) {
    return (
      <NothingHere
        channel={channel}
        text={`No ${units} here have all of that.`}
        first={{ href: unfilteredHref, text: `Show all ${units}` }}
      />
    )
  }
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-5">
      {parks.parks.map((park, index) => (
        <li key={park.parkId}>
          <ParkCard
            park={park}
            channel={channel}
            dogs={listing.dogs}
            features={features}
            eager={index < 3 && listing.page === 1}
          />
        </li>
      ))}
    </ul>
  )
}
