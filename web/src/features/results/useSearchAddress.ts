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
 * Keeps address, form and results of a page together. The address is the
 * search: it is applied to the form (RouteWatcher) and searched for at once, or
 * it leads on where another page shows such a search. What is changed in the
 * form goes the other way: it is searched for after the debounce and then
 * written into the address, filters at once. A choice that belongs on another
 * page waits for the Search button.
 */
export function useSearchAddress({
  searches,
  flex,
  belongs = () => true,
}: {
  searches: boolean
  flex?: number
  /** Whether the page shows searches of this kind. */
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
    // What the form has written is being searched for already.
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
