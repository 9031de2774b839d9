import { useEffect, type ReactNode } from 'react'
import { shallowEqual, useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { useAppDispatch } from '../../api'
import type { Deals } from '../../api/schema'
import { CHANNEL_NAMES, placeWord } from '../../rules/channels'
import { groupThousands } from '../../rules/money'
import { inPlace } from '../../rules/place-in-text'
import { plural } from '../../rules/plural'
import { selectRegionsOf } from '../catalogue'
import { NotFoundPage } from '../not-found'
import { selectBeforeSaving } from '../promotion'
import type { SearchRoot } from '../search'
import { BrowsePage, ChannelLinks, ChipLinks, Loaded, NothingHere, OtherLists } from './BrowsePage'
import { DealCard } from './DealCard'
import {
  dealsAddress,
  dealsRequest,
  dealsTitle,
  DEALS_PAGES,
  isUnfiltered,
  loadDeals,
  readDealsQuery,
  type DealsKind,
  type DealsQuery,
} from './deals'
import { dealsCall, type DealsRequest } from './deals-call'
import { Pagination } from './Pagination'
import type { BrowseRoot } from './state'

/** The deals of a page, and below the first of all deals what `children` add. */
export function DealsPage({ kind, children }: { kind: DealsKind; children?: ReactNode }) {
  const { search } = useLocation()
  const query = readDealsQuery(search)
  const request = useSelector((state: SearchRoot) => dealsRequest(state, kind, query), shallowEqual)
  if (!request) return <NotFoundPage />
  return (
    <ListOfDeals kind={kind} query={query} request={request}>
      {isUnfiltered(query) ? children : null}
    </ListOfDeals>
  )
}

const LEADS: Readonly<Record<DealsKind, string>> = {
  late: 'Holidays that start in the next four weeks.',
  reduced: 'Holidays that have come down in price.',
}

/** What of each place is in the list. */
const SHOWN: Readonly<Record<DealsKind, string>> = {
  late: 'its cheapest 3, 4 or 7 nights',
  reduced: 'its biggest saving',
}

/** The same as LEADS for a reader of the promotion. */
const READERS_LEADS: Readonly<Record<DealsKind, string>> = {
  late: 'Holidays that start on your offer dates in the next four weeks.',
  reduced: 'Holidays on your offer dates that have come down in price.',
}

function ListOfDeals({
  kind,
  query,
  request,
  children,
}: {
  kind: DealsKind
  query: DealsQuery
  request: DealsRequest
  children: ReactNode
}) {
  const dispatch = useAppDispatch()
  const id = dealsCall.idOf(request)
  const deals = useSelector((state: BrowseRoot) => state.data.browse.deals[id])
  const { channel, region } = request
  const regionName = useSelector((state: SearchRoot) =>
    region === undefined ? undefined : selectRegionsOf(state, channel)[region]?.name,
  )
  const requestText = JSON.stringify(request)
  useEffect(() => {
    void dispatch(loadDeals(JSON.parse(requestText) as DealsRequest, { fresh: true }))
  }, [dispatch, requestText])
  const { title } = DEALS_PAGES[kind]
  const lead = `${(request.promo ? READERS_LEADS : LEADS)[kind]} Each ${placeWord(channel)} shows ${SHOWN[kind]}.`
  const beforeSaving = useSelector((state: SearchRoot) => selectBeforeSaving(state, channel))
  return (
    <BrowsePage
      title={
        dealsTitle(kind, query.channel, regionName) + (query.page > 1 ? `, page ${query.page}` : '')
      }
      heading={regionName ? `${title} ${inPlace(regionName)}` : title}
      subtitle={CHANNEL_NAMES[channel]}
      lead={<p>{`${lead} Price for the whole stay, 2 adults${beforeSaving}.`}</p>}
      path={dealsAddress(kind, query)}
      crumbs={
        regionName
          ? [{ name: title, href: dealsAddress(kind, { channel, page: 1 }) }, { name: regionName }]
          : [{ name: title }]
      }
    >
      <ChannelLinks
        channel={channel}
        to={(code) => dealsAddress(kind, { channel: code, page: 1 })}
      />
      <Loaded
        id={id}
        loaded={deals !== undefined}
        onRetry={() => void dispatch(loadDeals(request, { fresh: true }))}
      >
        {deals ? <DealList kind={kind} request={request} deals={deals} /> : null}
      </Loaded>
      {children}
      <OtherPages kind={kind} channel={channel} promo={request.promo !== undefined} />
    </BrowsePage>
  )
}

/** Links to the other pages of prices. */
function OtherPages({
  kind,
  channel,
  promo,
}: {
  kind: DealsKind
  channel: string
  promo: boolean
}) {
  return (
    <OtherLists
      lists={[
        kind === 'late'
          ? {
              title: 'Offers',
              text: 'Stays whose price was higher before',
              href: dealsAddress('reduced', { channel, page: 1 }),
            }
          : {
              title: 'Last minute deals',
              text: 'Stays that begin in the next four weeks',
              href: dealsAddress('late', { channel, page: 1 }),
            },
        {
          title: `Browse ${CHANNEL_NAMES[channel] ?? ''}`,
          text: 'Every region with its cheapest stay',
          href: `/region/${channel}`,
        },
        {
          title: 'Holidays near home',
          text: 'The cheapest stays within a drive, of any holiday type',
          href: '/near-home',
        },
        // A promotion has days and prices of its own.
        ...(promo
          ? []
          : [
              {
                title: 'Britain by price',
                text: 'A map of the cheapest stay of each region, week by week',
                href: '/britain-by-price',
              },
            ]),
      ]}
    />
  )
}

const NOTHING: Readonly<Record<DealsKind, string>> = {
  late: 'Nothing is left here for the next four weeks.',
  reduced: 'Nothing is reduced here at the moment.',
}

const READERS_NOTHING: Readonly<Record<DealsKind, string>> = {
  late: 'Nothing is left here on your offer dates of the next four weeks.',
  reduced: 'Nothing is reduced here on your offer dates at the moment.',
}

/** The regions to narrow by, the deals of the page, and links to the other pages. */
function DealList({
  kind,
  request,
  deals,
}: {
  kind: DealsKind
  request: DealsRequest
  deals: Deals
}) {
  const { channel, region, page } = request
  const all = deals.regions.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      {deals.regions.length > 1 || region ? (
        <ChipLinks
          label="Region"
          chips={[
            {
              text: `All regions (${groupThousands(all)})`,
              href: dealsAddress(kind, { channel, page: 1 }),
              current: region === undefined,
            },
            ...deals.regions.map((one) => ({
              text: `${one.name} (${groupThousands(one.count)})`,
              href: dealsAddress(kind, { channel, region: one.id, page: 1 }),
              current: one.id === region,
            })),
          ]}
        />
      ) : null}
      {deals.deals.length === 0 ? (
        <NothingHere
          channel={channel}
          text={(request.promo ? READERS_NOTHING : NOTHING)[kind]}
          first={
            deals.count > 0
              ? {
                  href: dealsAddress(kind, { channel, region, page: 1 }),
                  text: 'Show the first deals',
                }
              : undefined
          }
        />
      ) : (
        <>
          <p role="status" className="mb-3.5 text-muted">
            <b className="text-ink">{plural(deals.count, 'deal')}</b>
            <span>{page > 1 ? `, page ${page} of ${groupThousands(deals.pageCount)}` : ''}</span>
          </p>
          <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-5">
            {deals.deals.map((deal, index) => (
              <li key={deal.parkId}>
                <DealCard deal={deal} eager={index < 3 && page === 1} />
              </li>
            ))}
          </ul>
          <Pagination
            page={page}
            count={deals.pageCount}
            to={(other) => dealsAddress(kind, { channel, region, page: other })}
          />
        </>
      )}
    </>
  )
}
