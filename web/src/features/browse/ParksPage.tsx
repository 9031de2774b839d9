import { BookOpen as GuideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation, useParams } from '../../router'
import { useAppDispatch, useRequest } from '../../api'
import type { Region, Town } from '../../api/schema'
import { imageUrl } from '../../brands'
import { CHANNEL_NAMES, isSearchableChannel, placeWord } from '../../rules/channels'
import { inPlace } from '../../rules/place-in-text'
import { slugify } from '../../rules/slug'
import { formatMoney, groupThousands } from '../../rules/money'
import { AppLink } from '../../ui'
import { selectRegionsByChannel, selectRegionsOf } from '../catalogue'
import { NotFoundPage } from '../not-found'
import { selectIsReader } from '../promotion'
import type { SearchRoot } from '../search'
import { BrowsePage, ChannelLinks, ChipLinks } from './BrowsePage'
import { browseBy, countOf, listingQuery, listTitle } from './listing'
import { findRegion, parksData } from './load'
import { ParkListing, useParksPage } from './ParkListing'
import { orderedRegions, regionPath } from './RegionsPage'

/** How many towns are in the row. The others are in a list that can be opened. */
const MAX_TOWNS = 8

/** The parks of a region or a town. */
export function ParksPage() {
  const { channelId, regionId = '', townId } = useParams()
  const { search } = useLocation()
  const dispatch = useAppDispatch()
  const isReader = useSelector(selectIsReader)
  useEffect(() => {
    void dispatch(parksData({ channelId, regionId, townId }, search))
  }, [dispatch, channelId, regionId, townId, search, isReader])
  const region = useSelector((state: SearchRoot) => findRegion(state, regionId))
  if (!isSearchableChannel(channelId) || !region) return <NotFoundPage />
  return <ParksOf channel={channelId} region={region} townId={townId} />
}

function ParksOf({
  channel,
  region,
  townId,
}: {
  channel: string
  region: Region
  townId: string | undefined
}) {
  const request = { channel, region: region.id, townId }
  const { listing, id, parks } = useParksPage(request)
  const { error } = useRequest(id)
  const town = parks?.townList.find((one) => one.townId === townId)
  const townMissing = townId !== undefined && (error?.status === 404 || (parks && !town))
  if (townMissing || (parks && listing.page > Math.max(1, parks.pageCount ?? 0)))
    return <NotFoundPage />
  const regionHref = regionPath(channel, region)
  const path = town ? townPath(channel, town) : regionHref
  const place = town?.name ?? region.name
  const name = CHANNEL_NAMES[channel] ?? ''
  const page = listing.page > 1 ? `, page ${listing.page}` : ''
  return (
    <BrowsePage
      title={listTitle(channel, place) + page}
      heading={browseBy(channel)}
      subtitle={place}
      lead={
        <>
          {town ? null : <p>{region.desc}</p>}
          <p className="mt-1.5 min-h-6 text-body text-muted">
            {parks?.count
              ? leadText(channel, parks.count, place, town ? region.name : undefined)
              : null}
          </p>
          {town ? null : (
            <AppLink
              href={`/travel-guide/${slugify(region.name)}/${region.id}`}
              className="text-link inline-flex min-h-11 items-center gap-2 text-body"
            >
              <GuideIcon size={18} aria-hidden="true" />
              <span>{`Click here to view our ${region.name.replace(/^The /, '')} Travel Guide`}</span>
            </AppLink>
          )}
        </>
      }
      description={region.desc || undefined}
      path={path + listingQuery({ page: listing.page })}
      crumbs={[
        { name, href: `/region/${channel}` },
        town ? { name: region.name, href: regionHref } : { name: region.name },
        ...(town ? [{ name: town.name }] : []),
      ]}
      picture={wideVersion(region.image || imageUrl(`regions/${region.id}`))}
    >
      <Towns channel={channel} towns={parks?.townList} current={townId} regionHref={regionHref} />
      <ParkListing request={request} path={path} />
      <RegionChannels channel={channel} region={region} />
      <OtherRegions channel={channel} current={region.id} />
    </BrowsePage>
  )
}

/** The wide version of a region's drawn picture; any other picture itself. */
const wideVersion = (picture: string) =>
  picture.replace(/(\/images\/regions\/[^/]+)(?=\.svg$)/, '$1-wide')

/** '12 parks in Bude, Cornwall.', '4 boatyards on the Norfolk Broads.' */
function leadText(channel: string, count: number, place: string, region?: string): string {
  return `${countOf(channel, count)} ${inPlace(place)}${region ? `, ${region}` : ''}. Each price is the ${placeWord(channel)}’s cheapest stay for two adults.`
}

function townPath(channel: string, { regn, townId, slug }: Town): string {
  return `/area/${channel}/${regn}/${encodeURIComponent(townId)}/${slug}`
}

/** Links to the same region on the other channels that have parks in it. */
function RegionChannels({ channel, region }: { channel: string; region: Region }) {
  const byChannel = useSelector((state: SearchRoot) => selectRegionsByChannel(state))
  const others = Object.keys(byChannel).some(
    (code) => code !== channel && byChannel[code]?.[region.id],
  )
  if (!others) return null
  return (
    <section aria-labelledby="other-types" className="mt-11 border-t border-line pt-5">
      <h2
        id="other-types"
        className="display mb-3 text-h3"
      >{`Other holidays ${inPlace(region.name)}`}</h2>
      <ChannelLinks
        channel={channel}
        to={(code) => regionPath(code, region)}
        shows={(code) => byChannel[code]?.[region.id] !== undefined}
      />
    </section>
  )
}

/** The towns of a region: the largest in a row, all of them in a list that can be opened. */
function Towns({
  channel,
  towns = [],
  current,
  regionHref,
}: {
  channel: string
  towns: readonly Town[] | undefined
  current: string | undefined
  regionHref: string
}) {
  if (towns.length < 2) return null
  const largest = towns
    .toSorted((a, b) => (b.parkCount ?? 0) - (a.parkCount ?? 0))
    .slice(0, MAX_TOWNS)
  const row = towns.filter((town) => largest.includes(town) || town.townId === current)
  return (
    <>
      <ChipLinks
        label="Towns"
        chips={[
          { text: 'All towns', href: regionHref, current: current === undefined },
          ...row.map((town) => ({
            text: town.name,
            href: townPath(channel, town),
            current: town.townId === current,
          })),
        ]}
      />
      {towns.length > row.length ? (
        <details className="-mt-2 mb-4">
          <summary className="fold">{`All ${towns.length} towns`}</summary>
          <ul className="mt-1 grid gap-x-7 sm:grid-cols-2 lg:grid-cols-4">
            {towns.map((town) => (
              <li key={town.townId} className="border-b border-line">
                <AppLink
                  href={townPath(channel, town)}
                  className="flex min-h-11 items-center justify-between gap-3 hover:underline"
                >
                  <span className="min-w-0 break-words">{town.name}</span>{' '}
                  <span className="shrink-0 text-small text-muted">{`${countOf(channel, town.parkCount ?? 0)}${town.fromPrice ? ` from ${formatMoney(town.fromPrice)}` : ''}`}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

/** The channel's other regions. */
function OtherRegions({ channel, current }: { channel: string; current: string }) {
  const regions = useSelector((state: SearchRoot) => selectRegionsOf(state, channel))
  const others = orderedRegions(channel, regions).filter(({ id }) => id !== current)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="other-regions" className="mt-11 border-t border-line pt-5">
      <h2
        id="other-regions"
        className="display text-h3"
      >{`${CHANNEL_NAMES[channel]} in other regions`}</h2>
      <ul className="mt-2 grid gap-x-7 sm:grid-cols-2 lg:grid-cols-4">
        {others.map((region) => (
          <li key={region.id} className="border-b border-line">
            <AppLink
              href={regionPath(channel, region)}
              className="flex min-h-11 items-center justify-between gap-3 hover:underline"
            >
              <span>{region.name}</span>{' '}
              <span className="text-small text-muted">{groupThousands(region.parkCount)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
