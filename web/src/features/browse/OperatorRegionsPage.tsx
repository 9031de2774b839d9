import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation, useParams } from '../../router'
import { useAppDispatch } from '../../api'
import type { Operator } from '../../api/schema'
import { CHANNEL_NAMES, isSearchableChannel } from '../../rules/channels'
import { AppLink } from '../../ui'
import { regionsCall, type OperatorsState } from '../catalogue'
import { NotFoundPage } from '../not-found'
import { selectIsReader } from '../promotion'
import { BrowsePage, ChannelLinks, ChipLinks, Loaded, NothingHere } from './BrowsePage'
import { listingQuery } from './listing'
import { loadRegions, operatorRegionsData, regionIn } from './load'
import { ParkListing } from './ParkListing'
import { RegionPosters } from './RegionPosters'
import { orderedRegions } from './RegionsPage'
import type { BrowseRoot } from './state'

interface OperatorsRoot {
  data: { operators: OperatorsState }
}

/**
 * /:operatorId/region/:channelCode: the regions of an operator on a channel or, with a region in
 * the query, the operator's parks there.
 */
export function OperatorRegionsPage() {
  const { operatorId = '', channelCode } = useParams()
  const { search } = useLocation()
  const dispatch = useAppDispatch()
  const operator = useSelector((state: OperatorsRoot) => state.data.operators.byId[operatorId])
  const isReader = useSelector(selectIsReader)
  useEffect(() => {
    void dispatch(operatorRegionsData({ operatorId, channelCode }, search))
  }, [dispatch, operatorId, channelCode, search, isReader])
  if (!operator || !isSearchableChannel(channelCode)) return <NotFoundPage />
  return <OperatorRegions operator={operator} channel={channelCode} regionId={regionIn(search)} />
}

function OperatorRegions({
  operator,
  channel,
  regionId,
}: {
  operator: Operator
  channel: string
  regionId: string | undefined
}) {
  const dispatch = useAppDispatch()
  const { opId } = operator
  const request = { channel, opId }
  const id = regionsCall.idOf(request)
  const regions = useSelector((state: BrowseRoot) => state.data.browse.regions[id])
  const list = orderedRegions(channel, regions)
  const region = regionId === undefined ? undefined : regions?.[regionId]
  if (regionId !== undefined && regions && !region) return <NotFoundPage />
  const everywhere = channel === 'eurocaravan' ? 'Europe' : 'All of the UK'
  const path = `/${encodeURIComponent(opId)}/region/${channel}`
  const title = `${operator.name} from ${region?.name ?? everywhere}`
  const name = CHANNEL_NAMES[channel] ?? ''
  return (
    <BrowsePage
      title={title}
      path={path}
      description={operator.desc || undefined}
      crumbs={[
        { name, href: `/channel/${channel}` },
        region ? { name: operator.name, href: path } : { name: operator.name },
        ...(region ? [{ name: region.name }] : []),
      ]}
      lead={
        <>
          {operator.desc ? <p>{operator.desc}</p> : null}
          {operator.party === 'true' ? (
            <p className="mt-1.5 text-body text-muted">Group bookings welcome</p>
          ) : null}
        </>
      }
    >
      <OperatorChannels opId={opId} channel={channel} />
      <Loaded
        id={id}
        loaded={regions !== undefined}
        error="There was an error while loading the regions list. Please try again."
        onRetry={() => void dispatch(loadRegions(request, { refetch: true }))}
      >
        {list.length > 0 && region ? (
          <>
            <ChipLinks
              label="Region"
              chips={[
                { text: 'All regions', href: path },
                ...list.map((one) => ({
                  text: one.name,
                  href: path + listingQuery({}, one.id),
                  current: one === region,
                })),
              ]}
            />
            <ParkListing
              request={{ channel, region: region.id, opId }}
              path={path}
              regionInQuery={region.id}
            />
          </>
        ) : null}
        {list.length > 0 && !region ? (
          <RegionPosters
            channel={channel}
            regions={list}
            to={(one) => path + listingQuery({}, one.id)}
          />
        ) : null}
        {list.length === 0 ? <NothingHere channel={channel} /> : null}
      </Loaded>
      <OtherOperators channel={channel} current={opId} />
    </BrowsePage>
  )
}

/** Links to the operator's pages of the other channels on which it has parks. */
function OperatorChannels({ opId, channel }: { opId: string; channel: string }) {
  const ids = useSelector((state: OperatorsRoot) => state.data.operators.channelOperatorIds)
  return (
    <ChannelLinks
      channel={channel}
      to={(code) => `/${encodeURIComponent(opId)}/region/${code}`}
      shows={(code) => ids[code]?.includes(opId) ?? false}
    />
  )
}

/** The channel's other operators. */
function OtherOperators({ channel, current }: { channel: string; current: string }) {
  const operators = useSelector((state: OperatorsRoot) => state.data.operators)
  const others = (operators.channelOperatorIds[channel] ?? []).flatMap((id) =>
    id !== current && operators.byId[id] ? [operators.byId[id]] : [],
  )
  if (others.length === 0) return null
  return (
    <details className="mt-7 border-t border-line pt-2">
      <summary className="fold">Choose another operator</summary>
      <ul className="mt-1 grid gap-x-7 sm:grid-cols-2 lg:grid-cols-3">
        {others.map(({ opId, name }) => (
          <li key={opId} className="border-b border-line">
            <AppLink
              href={`/${encodeURIComponent(opId)}/region/${channel}`}
              className="flex min-h-11 items-center hover:underline"
            >
              {name}
            </AppLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
