import { useSelector } from 'react-redux'
import { takesPets } from '../../rules/search-url'
import { selectPriceWatch } from '../catalogue'
import { selectForm } from '../search'

/**
 * A link to the page on which the price of a stay can be watched, in a unit type or in any of the
 * park; nothing where that is switched off. The server answers the page, so it needs no script.
 */
export function WatchLink({
  park,
  unit = '',
  date,
  nights,
  text,
  name,
}: {
  park: string
  unit?: string
  /** The arrival, dd/mm/yyyy. */
  date: string
  nights: number
  text: string
  /** What is watched, for those who do not see where the link is. */
  name: string
}) {
  const form = useSelector(selectForm)
  if (!useSelector(selectPriceWatch)) return null
  const query = new URLSearchParams({
    park,
    unit,
    channel: form.channelId,
    date,
    nights: String(nights),
    adults: String(form.adults),
    children: String(form.children),
    infants: String(form.under5s),
    dogs: takesPets(form) ? 'y' : '',
  })
  return (
    <a href={`/watch?${query.toString()}`} rel="nofollow" className="text-link min-h-8 text-small">
      {text}
      <span className="sr-only">{`: ${name}`}</span>
    </a>
  )
}
