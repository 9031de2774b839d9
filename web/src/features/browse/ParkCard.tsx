import { useSelector } from 'react-redux'
import type { Park } from '../../api/schema'
import { fromStayQuery } from '../../rules/stay-query'
import { AppLink, PriceText } from '../../ui'
import { useDayText } from '../catalogue'
import { Badge, Feature, parkPath } from '../park-card'
import { selectSearchQuery } from '../search'
import { CardFrame } from './CardFrame'

/** The largest number of facts on a card. */
const MAX_FACTS = 3

/**
 * A park in a list: picture, facts, rating and the price of the cheapest stay. The whole card links
 * to that stay.
 */
export function ParkCard({
  park,
  channel,
  dogs,
  features,
  eager,
}: {
  park: Park
  /** The channel of the list, for a park that sells nothing. */
  channel: string
  /** The prices are of stays that take dogs. */
  dogs: boolean
  /** Names of the boolean filters, by id. */
  features: ReadonlyMap<number, string>
  /** The picture is in view when the page is loaded. */
  eager: boolean
}) {
  const search = useSelector(selectSearchQuery)
  const { stayText } = useDayText()
  const stay = park.fromStay && { ...park.fromStay, regn: park.regn }
  const query = stay ? fromStayQuery(stay, { dogs }) : search
  const names = park.features.flatMap((id) => features.get(id) ?? [])
  const takesDogs = park.dogs === 'Y' && !names.some((name) => /dog/i.test(name))
  const facts = [...(takesDogs ? ['Dogs welcome'] : []), ...names].slice(0, MAX_FACTS)
  return (
    <CardFrame
      park={park}
      eager={eager}
      marks={<Badge sticky={park.sticky} premium={park.premium} />}
    >
      <h2 className="display mt-1 line-clamp-3 text-h3 break-words group-hover:underline">
        {park.name}
      </h2>
      <ul className="mt-2 mb-3 flex min-h-6 flex-wrap gap-x-4 gap-y-1 text-detail text-muted">
        {facts.map((name) => (
          <Feature key={name} name={name} />
        ))}
      </ul>
      <div className="card-price">
        <AppLink
          href={parkPath({ ...park, channel: stay?.channel ?? channel }, query)}
          className="card-stay card-link after:absolute after:inset-0"
        >
          <span className="line-clamp-5 min-w-0 break-words">{`View ${park.name}`}</span>
        </AppLink>
        {stay ? (
          <span className="card-amount shrink-0">
            <PriceText amount={park.fromPrice} from size="sm" />
            <span className="block text-small text-muted">{stayText(stay.date, stay.nights)}</span>
          </span>
        ) : (
          <span className="card-amount shrink-0 text-small text-muted">Not on sale now</span>
        )}
      </div>
    </CardFrame>
  )
}
