import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import type { Operator, Region } from '../../api/schema'
import { CHANNEL_NAMES, channelFamily } from '../../rules/channels'
import { formatMoney, groupThousands } from '../../rules/money'
import { plural } from '../../rules/plural'
import { AppLink } from '../../ui'
import { operatorsCall, selectRegionsOf } from '../catalogue'
import { EverybodysPrices } from '../promotion'
import type { SearchRoot } from '../search'
import {
  BrowsePage,
  ChannelLinks,
  ChannelPage,
  Loaded,
  NothingHere,
  OtherLists,
} from './BrowsePage'
import { loadOperators, operatorsData } from './load'
import type { BrowseRoot } from './state'
import { CHANNEL_LEADS } from './words'

/** How many regions a row names. The others are counted. */
const NAMED_REGIONS = 4

/** /channel/:channelCode: the operators of a channel. */
export function OperatorsPage() {
  return (
    <ChannelPage data={operatorsData}>{(channel) => <Operators channel={channel} />}</ChannelPage>
  )
}

function Operators({ channel }: { channel: string }) {
  const dispatch = useAppDispatch()
  const id = operatorsCall.idOf({ channel })
  const operators = useSelector((state: BrowseRoot) => state.data.browse.operators[id])
  const regions = useSelector((state: SearchRoot) => selectRegionsOf(state, channel))
  const dogRegions = Object.values(regions).filter(({ dogs }) => dogs === 'Y').length
  const name = CHANNEL_NAMES[channel] ?? ''
  const lists = [
    {
      title: `Browse ${name} by Region`,
      text: plural(Object.keys(regions).length, 'region'),
      href: `/region/${channel}`,
    },
    dogRegions > 0 && {
      title: `Dog Friendly ${name}`,
      text: plural(dogRegions, 'region'),
      href: `/dog-friendly/${channel}`,
    },
  ].filter((list) => list !== false)
  return (
    <BrowsePage
      title={`Browse ${name} by Operator`}
      path={`/channel/${channel}`}
      crumbs={[{ name, href: `/region/${channel}` }, { name: 'Operators' }]}
      lead={<p>{CHANNEL_LEADS[channel]}</p>}
    >
      <ChannelLinks channel={channel} to={(code) => `/channel/${code}`} />
      <Loaded
        id={id}
        loaded={operators !== undefined}
        error="There was an error while loading the operators list. Please try again."
        onRetry={() => void dispatch(loadOperators(channel))}
      >
        {operators?.length ? (
          <>
            <EverybodysPrices channel={channel} />
            <ul className="border-t border-line lg:grid lg:grid-cols-2 lg:gap-x-11">
              {operators.map((operator, index) => (
                <OperatorRow
                  key={operator.opId}
                  operator={operator}
                  initial={initialAt(operators, index)}
                  channel={channel}
                  regions={regions}
                />
              ))}
            </ul>
          </>
        ) : (
          <NothingHere channel={channel} />
        )}
        <OtherLists lists={lists} />
      </Loaded>
    </BrowsePage>
  )
}

/** The initial of an operator's name, if it differs from the previous operator's. */
function initialAt(operators: readonly Operator[], index: number): string {
  const initial = (at: number) => operators[at]?.name.charAt(0).toUpperCase() ?? ''
  return index > 0 && initial(index) === initial(index - 1) ? '' : initial(index)
}

function OperatorRow({
  operator,
  initial,
  channel,
  regions,
}: {
  operator: Operator
  initial: string
  channel: string
  regions: Readonly<Record<string, Region>>
}) {
  const { opId, name, image, fromPrice, party, parkCount = 0, regions: ids = [] } = operator
  const unit = channelFamily(channel).unit.toLowerCase()
  return (
    <li className="border-b border-line">
      <AppLink
        href={`/${encodeURIComponent(opId)}/region/${channel}`}
        className="group flex min-h-[108px] items-center gap-3 py-3 sm:gap-4"
      >
        <span aria-hidden="true" className="w-6 shrink-0 text-section font-bold max-sm:hidden">
          {initial}
        </span>
        {image ? (
          <img
            src={image}
            alt=""
            width={120}
            height={84}
            loading="lazy"
            decoding="async"
            className="h-[92px] w-[128px] shrink-0 rounded-[3px] border-4 border-surface bg-skeleton object-cover shadow-print max-sm:h-[64px] max-sm:w-[84px]"
          />
        ) : null}
        <span className="min-w-0 flex-1">
          <span className="display block text-h3 break-words group-hover:underline">{name}</span>
          <span className="block text-detail text-muted">{regionNames(ids, regions)}</span>
          {party === 'true' ? (
            <span className="block text-small text-muted">Group bookings welcome</span>
          ) : null}
        </span>
        <span className="shrink-0 text-right">
          <span className="block">
            <b className="text-h3 tabular">{groupThousands(parkCount)}</b>{' '}
            <span className="text-small text-muted">{parkCount === 1 ? unit : `${unit}s`}</span>
          </span>
          {fromPrice ? (
            <span className="block text-small">
              From <b>{formatMoney(fromPrice)}</b>
            </span>
          ) : null}
        </span>
      </AppLink>
    </li>
  )
}

/** 'Cornwall, Devon, Norfolk, North Wales and 3 more' */
function regionNames(ids: readonly string[], regions: Readonly<Record<string, Region>>): string {
  const names = ids.flatMap((id) => regions[id]?.name ?? [])
  const more = names.length - NAMED_REGIONS
  return names.slice(0, NAMED_REGIONS).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
