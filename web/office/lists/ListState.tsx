import type { Failure } from '../api'
import { Said } from '../parts/Said'

/** Why a list is not there, or may be old. */
export function ListFailure({ failure, old }: { failure: Failure | undefined; old: boolean }) {
  if (!failure) return null
  return (
    <div className="mb-3">
      <Said
        kind={old ? 'soon' : 'bad'}
        title={old ? 'This may be out of date.' : 'There is no list.'}
      >
        <p>{failure.message}</p>
      </Said>
    </div>
  )
}
