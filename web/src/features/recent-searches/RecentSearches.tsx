import { useRef } from 'react'
import { useSelector } from 'react-redux'
import { searchLine, searchPath, stillPossible } from '../../rules/recent-searches'
import { AppLink } from '../../ui'
import { ClockIcon, CloseIcon } from '../../ui/icons'
import { selectToday } from '../catalogue'
import { forgetSearch, recentSearches } from './recent'

/** The last searches as links that run them again. Each can be removed. */
export function RecentSearches({ onChosen }: { onChosen?: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  const today = useSelector(selectToday)
  const searches = stillPossible(recentSearches.use(), today)
  if (searches.length === 0) return null
  return (
    <div ref={list} role="group" aria-label="Recent searches" tabIndex={-1} className="p-2">
      <p aria-hidden="true" className="px-3 pt-2 pb-1 text-note font-semibold text-muted">
        Recent searches
      </p>
      <ul>
        {searches.map((search) => (
          <li key={search.query} className="flex items-center">
            <AppLink
              href={searchPath(search)}
              onClick={onChosen}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-field px-3 py-1.5 hover:bg-sunk"
            >
              <ClockIcon size={18} aria-hidden="true" className="shrink-0" />
              <span className="min-w-0">
                <span className="block break-words">{search.place}</span>
                <span className="block text-small text-muted">{searchLine(search)}</span>
              </span>
            </AppLink>
            <button
              type="button"
              aria-label={`Remove the search for ${search.place}`}
              onClick={() => {
                forgetSearch(search)
                list.current?.focus()
              }}
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-field hover:bg-sunk"
            >
              <CloseIcon size={18} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
