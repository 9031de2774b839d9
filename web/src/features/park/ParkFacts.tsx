import type { ParkDetails } from '../../api/schema'
import { ACCOMMODATION_GROUP, type Filter } from '../../rules/filter-list'
import { Feature } from '../park-card'

/** The largest number of facts in the page. */
const MAX_FACTS = 12

/** The features of the park itself, with icons. Features of unit types are shown at the units. */
export function ParkFacts({ park, filters }: { park: ParkDetails; filters: readonly Filter[] }) {
  const facts = filters
    .filter(({ id, group }) => group !== ACCOMMODATION_GROUP && park.features?.includes(id))
    .map(({ name }) => name)
  if (park.dogs === 'Y' && !facts.some((name) => /dog/i.test(name))) facts.unshift('Dogs welcome')
  return (
    <ul className="park-facts">
      {facts.slice(0, MAX_FACTS).map((name) => (
        <Feature key={name} name={name} large />
      ))}
    </ul>
  )
}
