import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import type { Park, ParkDetails } from '../../api/schema'
import { channelFamily } from '../../rules/channels'
import { formatMoney } from '../../rules/money'
import { inPlace } from '../../rules/place-in-text'
import { inRegion, searchToQuery } from '../../rules/search-url'
import { LIMITED_CHANNEL } from '../../rules/promotion'
import { fromStayQuery } from '../../rules/stay-query'
import { AppLink } from '../../ui'
import { loadParks, type ParkRoot } from '../park-data'
import { parkPath } from '../park-card'
import { selectUkDates } from '../promotion'
import { partyOf, searchQuery, selectCriteria, selectForm, type SearchRoot } from '../search'

/** How many parks are listed; the others are in the region's results. */
const SHOWN = 6

/** What else fits, shown when this park has nothing for the stay. */
export function OtherParks({ park }: { park: ParkDetails }) {
  return (
    <>
      {park.maxUnits ? <TogetherLink parkId={park.parkId} /> : null}
      <RegionParks park={park} />
    </>
  )
}

/** A link to what the park sells together for the stay; the server answers the page. */
function TogetherLink({ parkId }: { parkId: string }) {
  const criteria = useSelector((state: SearchRoot) => selectCriteria(state))
  const party = partyOf(useSelector(selectForm))
  const { channel, date, nights } = searchQuery(criteria, party)
  if (!date) return null
  const query = new URLSearchParams({
    park: parkId,
    channel: String(channel),
    date,
    nights: String(nights),
    adults: String(party.adults),
    children: String(party.children),
    infants: String(party.under5s),
    dogs: party.petFriendly ? 'y' : '',
  })
  return (
    <p className="card mt-4 p-card">
      <a href={`/together?${query.toString()}`} rel="nofollow" className="text-link">
        See what fits together here: places side by side, or one after the other
      </a>
    </p>
  )
}

/** Other parks in the region. */
function RegionParks({ park }: { park: ParkDetails }) {
  const dispatch = useAppDispatch()
  const { regn, parkId, regionName } = park
  const criteria = useSelector((state: SearchRoot) => selectCriteria(state))
  const parks = useSelector((state: ParkRoot) => state.data.parks)
  const offerDates = useSelector(selectUkDates)

  useEffect(() => {
    void dispatch(loadParks(regn))
  }, [dispatch, regn])

  const others = (parks.regionParkIds[regn] ?? [])
    .flatMap((id): Park[] => (id !== parkId && parks.byId[id] ? [parks.byId[id]] : []))
    .slice(0, SHOWN)
  if (others.length === 0) return null
  const { family, unit } = channelFamily(criteria.channelId)
  // The list has everybody's prices: a reader of the promotion sees those on the offer dates.
  const isOffered = ({ fromStay }: Pick<Park, 'fromStay'>) =>
    fromStay?.channel !== LIMITED_CHANNEL || (offerDates?.has(fromStay.date) ?? true)
  // With its price it leads to the stay of the price, otherwise to the visitor's own.
  const pathOf = ({ fromStay, ...other }: Park) =>
    fromStay && isOffered({ fromStay })
      ? parkPath(
          { ...other, channel: fromStay.channel },
          fromStayQuery({ ...fromStay, regn: other.regn }),
        )
      : parkPath(
          { ...other, channel: criteria.channelId },
          searchToQuery({ ...criteria, parkId: undefined }),
        )
  return (
    <section aria-labelledby="other-parks" className="card mt-4 p-card">
      <h2
        id="other-parks"
        className="display text-h3"
      >{`${others.length === 1 ? `Another ${unit}` : `Other ${unit}s`} ${inPlace(regionName)}`}</h2>
      <ul className="mt-2 grid gap-x-7 sm:grid-cols-2">
        {others.map((other) => (
          <li key={other.parkId} className="border-b border-line">
            <AppLink
              href={pathOf(other)}
              className="flex min-h-11 items-center justify-between gap-3 hover:underline"
            >
              <span>{[other.name, other.town].filter(Boolean).join(', ')}</span>
              {other.fromPrice && isOffered(other) ? (
                <span className="text-small whitespace-nowrap text-muted">{`From ${formatMoney(other.fromPrice)}`}</span>
              ) : null}
            </AppLink>
          </li>
        ))}
      </ul>
      <AppLink
        href={`/results?${searchToQuery(inRegion(criteria, regn))}`}
        className="text-link mt-2 inline-flex min-h-11 items-center"
      >{`All ${family} ${inPlace(regionName)}`}</AppLink>
    </section>
  )
}
