import { useEffect, useEffectEvent, useRef } from 'react'
import { useSelector, useStore } from 'react-redux'
import { NavigationType, useLocation, useNavigate, useNavigationType } from '../../router'
import { useAppDispatch } from '../../api'
import type { SearchCriteria } from '../../rules/search-url'
import { isWrittenByForm } from '../page'
import {
  cancelSearch,
  ensureSearch,
  scheduleSearch,
  searchKey,
  selectCriteria,
  selectResultRefinements,
  selectSearchPath,
  useWriteAddress,
  type SearchRoot,
} from '../search'

/**
 * Keeps the address, the form and the results of a page consistent. The address is the source:
 * RouteWatcher copies it to the form, and this hook searches at once, or opens the page for this
 * kind of search. After a change of the form, the hook waits (debounce), searches, and writes the
 * address. It writes a change of the filters at once. A choice that needs another page waits for
 * the Search button.
 */
export function useSearchAddress({
  searches,
  flex,
  belongs = () => true,
}: {
  /** The page shows results, so that it searches. Otherwise it only keeps its address up to date. */
  searches: boolean
  /** How many days before and after the date are searched; by default the server decides. */
  flex?: number
  /** Whether the page can show this search. */
  belongs?: (criteria: SearchCriteria) => boolean
}) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const store = useStore<SearchRoot>()
  const { search, state } = useLocation()
  const navigation = useNavigationType()
  const writeAddress = useWriteAddress(selectResultRefinements)
  // A choice that needs another page is not written: Back or a reload would open that page.
  const write = useEffectEvent(() => {
    if (belongs(selectCriteria(store.getState()))) writeAddress()
  })
  const formKey = useSelector((state: SearchRoot) => searchKey(selectCriteria(state)))
  const filters = useSelector((state: SearchRoot) => {
    const { features, offers } = selectCriteria(state)
    return `${features.join()}|${offers.join()}|${selectResultRefinements(state)}`
  })

  const onAddress = useEffectEvent(() => {
    // Results without a date are of the form's. Back from a park, which has another date, finds them.
    const { when, date } = Object.fromEntries(new URLSearchParams(search))
    if (search !== '' && !when && !date) write()
    // The form has written this address, and its search has already started.
    if (navigation === NavigationType.Replace && isWrittenByForm(state)) return
    if (!belongs(selectCriteria(store.getState())))
      navigate(selectSearchPath(store.getState()), { replace: true })
    else if (searches) void dispatch(ensureSearch({ flex }))
  })
  useEffect(() => onAddress(), [search, searches, flex])

  const onForm = useEffectEvent(() => {
    if (!belongs(selectCriteria(store.getState()))) return
    if (searches) dispatch(scheduleSearch(() => write(), { flex }))
    else write()
  })
  useEffect(() => onForm(), [formKey, searches, flex])

  const isFirstRun = useRef(true)
  useEffect(() => {
    if (!isFirstRun.current) write()
    isFirstRun.current = false
  }, [filters])

  useEffect(
    () => () => {
      dispatch(cancelSearch())
    },
    [dispatch],
  )
}
