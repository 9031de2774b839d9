import type { ShortlistPark } from '../../api/schema'
import { formatMoney } from '../../rules/money'
import type { SearchCriteria } from '../../rules/search-url'
import { AppLink, Checkbox, Skeleton } from '../../ui'
import { CloseIcon } from '../../ui/icons'
import { useDayText } from '../catalogue'
import { cheapestPath, shortlistedPath } from './links'
import { ParkPicture } from './ParkPicture'

/** The small card of a park of the list: picture, name, price of the stay, and what to do with it. */
export function SavedPark({
  park,
  name,
  criteria,
  compared,
  full,
  onCompare,
  onRemove,
}: {
  /** Undefined while it is loading; null: no longer on sale. */
  park: ShortlistPark | null | undefined
  /** The name under which it was saved. */
  name: string
  criteria: SearchCriteria
  compared: boolean
  /** The comparison takes no more parks. */
  full: boolean
  onCompare: () => void
  /** Undefined in a list of somebody else. */
  onRemove: (() => void) | undefined
}) {
  const shown = park?.name ?? name
  return (
    <div className={`card flex h-full flex-col p-2 ${compared && park ? 'border-ink' : ''}`}>
      <div className="flex flex-1 gap-3">
        <ParkPicture park={park} className="h-[60px] w-[76px] shrink-0 rounded-[3px]" />
        <div className="min-h-[92px] min-w-0 flex-1">
          <p className="line-clamp-2 font-semibold wrap-anywhere">
            {park ? (
              <AppLink href={shortlistedPath(park, criteria)} className="hover:underline">
                {shown}
              </AppLink>
            ) : (
              shown
            )}
          </p>
          <PriceLine park={park} />
        </div>
      </div>
      <div className="mt-1 flex items-center justify-between gap-2 border-t border-line pt-1 pl-1">
        {park === null ? (
          <span />
        ) : (
          <Checkbox
            label={
              <>
                Compare <span className="sr-only">{shown}</span>
              </>
            }
            checked={compared}
            aria-disabled={full && !compared}
            onChange={onCompare}
          />
        )}
        {onRemove ? (
          <button
            type="button"
            onClick={onRemove}
            className="inline-flex min-h-11 items-center gap-1.5 px-2 text-small font-semibold hover:underline"
          >
            <CloseIcon size={16} aria-hidden="true" />
            Remove <span className="sr-only">{shown}</span>
          </button>
        ) : null}
      </div>
    </div>
  )
}

function PriceLine({ park }: { park: ShortlistPark | null | undefined }) {
  const { stayText } = useDayText()
  if (park === undefined) return <Skeleton className="mt-2 h-4 w-28" />
  if (park === null) return <p className="text-small text-danger">No longer on sale</p>
  const { stay, fromPrice } = park
  if (!stay) {
    return (
      <p className="text-small text-muted">
        <span>No price for your dates</span>
        {fromPrice ? (
          <>
            <span>, </span>
            <AppLink
              href={cheapestPath(park) ?? ''}
              className="text-link"
            >{`from ${formatMoney(fromPrice)} on others`}</AppLink>
          </>
        ) : null}
      </p>
    )
  }
  return (
    <p className="text-small text-muted">
      From <b className="text-body text-ink">{formatMoney(stay.price)}</b>
      <span className="block">{stayText(stay.date, stay.nights)}</span>
    </p>
  )
}
