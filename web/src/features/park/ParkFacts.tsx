import { Dog } from 'lucide-react'
import type { ParkDetails } from '../../api/schema'
import { featureIcon } from '../park-card'

/** The largest number of facts in the page. */
const FACTS = 12

/** The park's features, with icons. */
export function ParkFacts({
  park,
  features,
}: {
  park: ParkDetails
  features: ReadonlyMap<number, string>
}) {
  const names = (park.features ?? []).flatMap((id) => features.get(id) ?? [])
  const dogs = park.dogs === 'Y' && !names.some((name) => /dog/i.test(name))
  return (
    <ul className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2">
      {dogs ? (
        <li className="inline-flex items-center gap-2.5">
          <Dog size={20} aria-hidden="true" />
          Dogs welcome
        </li>
      ) : null}
      {names.slice(0, FACTS).map((name) => {
        const Icon = featureIcon(name)
        return (
          <li key={name} className="inline-flex items-center gap-2.5">
            <Icon size={20} aria-hidden="true" />
            {name}
          </li>
        )
      })}
    </ul>
  )
}
