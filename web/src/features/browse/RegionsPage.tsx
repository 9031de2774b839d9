import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import type { Region } from '../../api/schema'
import { CHANNEL_NAMES } from '../../rules/channels'
import { formatPence, toPence } from '../../rules/money'
import { plural } from '../../rules/plural'
import { regionList } from '../../rules/regions'
import { slugify } from '../../rules/slug'
import { regionsCall, selectRegionsOf, type OperatorsState } from '../catalogue'
import type { SearchRoot } from '../search'
import {
  BrowsePage,
  ChannelLinks,
  ChannelPage,
  Loaded,
  NothingHere,
  OtherLists,
} from './BrowsePage'
import { countOf } from './listing'
import { dogFriendlyData, loadRegions, regionsData } from './load'
import { RegionPosters } from './RegionPosters'
import type { BrowseRoot } from './state'
import { CHANNEL_LEADS } from './words'

/** /region/:channelCode: the regions of a channel. */
export function RegionsPage() {
  return <ChannelPage data={regionsData}>{(channel) => <Regions channel={channel} />}</ChannelPage>
}

/** /dog-friendly/:channelCode: the regions of a channel with parks that allow dogs. */
export function DogFriendlyPage() {
  return (
    <ChannelPage data={dogFriendlyData}>
      {(channel) => <Regions channel={channel} dogs />}
    </ChannelPage>
  )
}

function Regions({ channel, dogs = false }: { channel: string; dogs?: boolean }) {
  const dispatch = useAppDispatch()
  const request = dogs ? ({ channel, dogs: 'Y' } as const) : { channel }
  const id = regionsCall.idOf(request)
  const regions = useSelector((state: BrowseRoot) => state.data.browse.regions[id])
  const list = orderedRegions(channel, regions)
  const name = CHANNEL_NAMES[channel] ?? ''
  const kind = dogs ? 'dog-friendly' : 'region'
  const title = dogs ? `Dog Friendly ${name}` : `Browse ${name} by Region`
  return (
    <BrowsePage
      title={title}
      path={`/${kind}/${channel}`}
      description={regions && summary(channel, list, dogs)}
      crumbs={dogs ? [{ name, href: `/region/${channel}` }, { name: 'Dog friendly' }] : [{ name }]}
      lead={<Lead channel={channel} regions={regions && list} dogs={dogs} />}
    >
      <ChannelLinks channel={channel} to={(code) => `/${kind}/${code}`} />
      <Loaded
        id={id}
        loaded={regions !== undefined}
        error="There was an error while loading the regions list. Please try again."
        onRetry={() => void dispatch(loadRegions(request, { refetch: true }))}
      >
        {list.length === 0 ? (
          <NothingHere channel={channel} />
        ) : (
          <RegionPosters
            channel={channel}
            regions={list}
            to={(region) => `${regionPath(channel, region)}${dogs ? '?dogs=y' : ''}`}
          />
        )}
        <OtherChannelLists channel={channel} dogs={dogs} />
      </Loaded>
    </BrowsePage>
  )
}

/** The regions of an answer in the order of the search box. */
export function orderedRegions(
  channel: string,
  regions: Readonly<Record<string, Region>> | undefined,
): Region[] {
  return regionList(channel, regions).flatMap(({ id }) => regions?.[id] ?? [])
}

/** The path of the parks of a region. */
export function regionPath(channel: string, { id, name }: Pick<Region, 'id' | 'name'>): string {
  const prefix = channel === 'boats' ? 'boating-holidays' : 'holidays'
  return `/${prefix}/${channel}/${id}/${slugify(name) || 'region'}`
}

/** '1,204 parks in 13 regions, from £89 a stay for two adults.' */
function summary(channel: string, regions: readonly Region[], dogs: boolean): string {
  const parks = regions.reduce((sum, { parkCount }) => sum + parkCount, 0)
  const prices = regions.flatMap(({ fromPrice }) => toPence(fromPrice) ?? [])
  const price =
    prices.length > 0
      ? `, from ${formatPence(Math.min(...prices))} a stay for two adults${dogs ? ' and a dog' : ''}`
      : ''
  return `${countOf(channel, parks)}${dogs ? ' that welcome dogs' : ''} in ${plural(regions.length, 'region')}${price}.`
}

function Lead({
  channel,
  regions,
  dogs,
}: {
  channel: string
  regions: readonly Region[] | undefined
  dogs: boolean
}): ReactNode {
  return (
    <>
      <p>{`${dogs ? 'Bring the dog: these are the regions where it is welcome. ' : ''}${CHANNEL_LEADS[channel]}`}</p>
      <p className="mt-1.5 min-h-7 text-body text-muted">
        {regions && regions.length > 0 ? summary(channel, regions, dogs) : null}
      </p>
    </>
  )
}

function OtherChannelLists({ channel, dogs }: { channel: string; dogs: boolean }) {
  const name = CHANNEL_NAMES[channel] ?? ''
  const operators = useSelector(
    (state: { data: { operators: OperatorsState } }) =>
      state.data.operators.channelOperatorIds[channel]?.length ?? 0,
  )
  const regions = Object.values(useSelector((state: SearchRoot) => selectRegionsOf(state, channel)))
  const dogRegions = regions.filter((region) => region.dogs === 'Y').length
  const lists = [
    operators > 0 && {
      title: `Browse ${name} by Operator`,
      text: plural(operators, 'operator'),
      href: `/channel/${channel}`,
    },
    dogs && {
      title: `Browse ${name} by Region`,
      text: plural(regions.length, 'region'),
      href: `/region/${channel}`,
    },
    !dogs &&
      dogRegions > 0 && {
        title: `Dog Friendly ${name}`,
        text: plural(dogRegions, 'region'),
        href: `/dog-friendly/${channel}`,
      },
  ].filter((list) => list !== false)
  return <OtherLists lists={lists} />
}
