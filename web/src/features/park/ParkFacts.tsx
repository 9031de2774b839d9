import type { ParkDetails } from '../../api/schema'
import { ACCOMMODATION_GROUP, type Filter } from '../../rules/filter-list'
import { Feature } from '../park-card'

/** The largest number of facts in the page. */
const FACTS = 12

/** The features of the park itself, with icons. Those of its unit types are shown with them. */
export function ParkFacts({ park, filters }: { park: ParkDetails; filters: readonly Filter[] }) {
  const names = filters
    .filter(({ id, group }) => group !== ACCOMMODATION_GROUP && park.features?.includes(id))
    .map(({ name }) => name)
  const dogs = park.dogs === 'Y' && !names.some((name) => /dog/i.test(name))
  const facts = [...(dogs ? ['Dogs welcome'] : []), ...names].slice(0, FACTS)
  return (
    <ul className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2">
      {facts.map((name) => (
        <Feature key={name} name={name} large />
      ))}
    </ul>
  )
}
