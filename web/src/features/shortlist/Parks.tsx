import { useSelector } from 'react-redux'
import { COMPARED_MOST, type Shortlisted } from '../../rules/shortlist'
import { LoadingError } from '../../ui'
import { selectCriteria, type SearchRoot } from '../search'
import { Comparison } from './Comparison'
import { SavedPark } from './SavedPark'
import type { useParks } from './useParks'

/** The parks of a list with their prices, and those to compare side by side. */
export function Parks({
  list,
  loaded: { parks, error, retry },
  onCompare,
  onRemove,
}: {
  list: readonly Shortlisted[]
  loaded: ReturnType<typeof useParks>
  onCompare: (parkId: string) => void
  onRemove?: (parkId: string) => void
}) {
  const criteria = useSelector((state: SearchRoot) => selectCriteria(state))
  const compared = list.filter((kept) => kept.compared && parks[kept.parkId] !== null)
  return (
    <>
      {error ? <LoadingError fetching={false} error={error} onRetry={retry} /> : null}
      <ul className="grid gap-2.5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-3.5 xl:grid-cols-4">
        {list.map(({ parkId, name, compared: chosen = false }) => (
          <li key={parkId}>
            <SavedPark
              park={parks[parkId]}
              name={name}
              criteria={criteria}
              compared={chosen}
              full={compared.length >= COMPARED_MOST}
              onCompare={() => onCompare(parkId)}
              onRemove={onRemove && (() => onRemove(parkId))}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="min-h-6 pt-2 text-small text-muted">
        {compared.length >= COMPARED_MOST
          ? `${COMPARED_MOST} holidays can be compared at once.`
          : ''}
      </p>
      <Comparison
        parks={compared.flatMap(({ parkId }) => parks[parkId] ?? [])}
        onRemove={onCompare}
      />
    </>
  )
}
