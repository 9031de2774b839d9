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
 * Keeps address, form and results of a page in agreement. The address is the search: RouteWatcher
 * applies it to the form, and this hook searches for it at once, or opens the page that shows this
 * kind of search. A change of the form is searched for after the debounce and then written to the
 * address; a change of filters is written at once. A choice that belongs to another page waits for
 * the Search button.
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
    // An address that the form has written is already being searched for.
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
