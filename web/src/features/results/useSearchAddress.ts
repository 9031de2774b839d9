import { useEffect, useEffectEvent, useRef } from 'react'
import { useSelector, useStore } from 'react-redux'
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  type Location,
} from 'react-router'
import { useAppDispatch } from '../../api'
import type { SearchCriteria } from '../../rules/search-url'
import {
  cancelSearch,
  ensureSearch,
  isWrittenByForm,
  scheduleSearch,
  searchKey,
  selectCriteria,
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
  searches: boolean
  flex?: number
  /** Whether the page can show this search. */
  belongs?: (criteria: SearchCriteria) => boolean
}) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const store = useStore<SearchRoot>()
  const { search, state } = useLocation() as Location<unknown>
  const navigation = useNavigationType()
  const write = useWriteAddress()
  const key = useSelector((state: SearchRoot) => searchKey(selectCriteria(state)))
  const filters = useSelector((state: SearchRoot) => {
    const { features, offers } = selectCriteria(state)
    return `${features.join()}|${offers.join()}`
  })

  const arrive = useEffectEvent(() => {
    // The form has written this address, and its search has already started.
    if (navigation === NavigationType.Replace && isWrittenByForm(state)) return
    if (!belongs(selectCriteria(store.getState())))
      void navigate(selectSearchPath(store.getState()), { replace: true })
    else if (searches) void dispatch(ensureSearch({ flex }))
  })
  useEffect(() => arrive(), [search, searches, flex])

  const follow = useEffectEvent(() => {
    if (!belongs(selectCriteria(store.getState()))) return
    if (searches) dispatch(scheduleSearch(write, { flex }))
    else write()
  })
  useEffect(() => follow(), [key, searches, flex])

  const first = useRef(true)
  useEffect(() => {
    if (!first.current) write()
    first.current = false
  }, [write, filters])

  useEffect(
    () => () => {
      dispatch(cancelSearch())
    },
    [dispatch],
  )
}
