import { useSelector } from 'react-redux'
import {
  errorMessages,
  loadErrorText,
  useRequest,
  type RequestError,
  useAppDispatch,
} from '../../api'
import { LazyPart, LoadingError } from '../../ui'
import { SceneCard } from '../page'
import {
  isFound,
  pollCall,
  searchCall,
  selectOfferedResults,
  selectResultsState,
  selectShownResults,
  startSearch,
} from '../search'
import { NoResults } from './lazy-suggestions'
import { LOAD_ERROR } from './load-error'
import { useDeferredSelector } from './useDeferredSelector'

/**
 * The result of the search: the list, a skeleton while it loads, an error, or a message that
 * nothing was found.
 */
export function SearchOutcome({
  skeleton,
  children,
}: {
  skeleton: React.ReactNode
  /** The results. */
  children: React.ReactNode
}) {
  const dispatch = useAppDispatch()
  const state = useSelector(selectResultsState)
  const rows = useDeferredSelector(selectShownResults)
  const offered = useDeferredSelector(selectOfferedResults)
  const search = useRequest(searchCall.idOf({}))
  const poll = useRequest(pollCall.idOf({ searchId: '' }))
  const error = search.error ?? poll.error
  const fetching = search.fetching || state.isSearching || state.isWaiting
  const loaded = state.results.length > 0
  return (
    <LoadingError
      fetching={fetching || !isFound(state)}
      loaded={loaded}
      error={state.gaveUp ? LOAD_ERROR : searchErrorText(error)}
      onRetry={
        error?.status === 400 ? undefined : () => void dispatch(startSearch({ flex: state.flex }))
      }
      skeleton={skeleton}
    >
      {rows.length > 0 ? (
        children
      ) : (
        <SceneCard>
          <h2 className="display text-h3">{NOTHING}</h2>
          <LazyPart>
            <NoResults filtered={offered.length > 0} />
          </LazyPart>
        </SceneCard>
      )}
    </LoadingError>
  )
}

const NOTHING = 'No results. Please try adjusting your date, nights or location.'

/** The reason for a refused search; for any other failure, that loading failed. */
function searchErrorText(error: RequestError | undefined): string | undefined {
  return error?.status === 400 ? errorMessages(error).join('\n') : loadErrorText(error, LOAD_ERROR)
}
