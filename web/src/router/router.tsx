import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  type ReactNode,
} from 'react'
import {
  pathText,
  resolve,
  type History,
  type Location,
  type NavigationType,
  type To,
} from './history'
import { matchRoutes, type Params, type RouteObject } from './match'

const HistoryContext = createContext<History | undefined>(undefined)
const NavigationContext = createContext<ReturnType<History['current']> | undefined>(undefined)
const RouteContext = createContext<{ params: Params; outlet: ReactNode }>({
  params: {},
  outlet: null,
})
const OutletContext = createContext<unknown>(undefined)

/**
 * Gives the components below it the entries of a history. A page is replaced as a transition: the one
 * before stays until the next can be shown.
 */
export function Router({ history, children }: { history: History; children: ReactNode }) {
  const [navigation, setNavigation] = useState(history.current)
  useLayoutEffect(() => {
    const end = history.listen((next) => startTransition(() => setNavigation(next)))
    // An address that was opened between the first rendering and now.
    const now = history.current()
    const address = pathText(now.location)
    startTransition(() =>
      setNavigation((shown) => (pathText(shown.location) === address ? shown : now)),
    )
    return end
  }, [history])
  return (
    <HistoryContext value={history}>
      <NavigationContext value={navigation}>{children}</NavigationContext>
    </HistoryContext>
  )
}

function useRouted<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('this is outside of the router')
  return value
}

/** The entry of the history that is shown. */
export function useLocation(): Location {
  return useRouted(use(NavigationContext)).location
}

/** How the visitor came to the entry that is shown. */
export function useNavigationType(): NavigationType {
  return useRouted(use(NavigationContext)).action
}

export interface NavigateOptions {
  /** In place of the current entry of the history. */
  replace?: boolean
  /** What is stored with the entry: a value that can be cloned. */
  state?: unknown
}

export type NavigateFunction = (to: To, options?: NavigateOptions) => void

/** A function that opens another address. It is another one after a change of the path. */
export function useNavigate(): NavigateFunction {
  const history = useRouted(use(HistoryContext))
  const { pathname } = useLocation()
  return useCallback<NavigateFunction>(
    (to, { replace = false, state } = {}) => {
      const path = resolve(to, pathname)
      if (replace) history.replace(path, state)
      else history.push(path, state)
    },
    [history, pathname],
  )
}

/** The parameters in the path of the route around a component. */
export function useParams(): Params {
  return use(RouteContext).params
}

/** The element of the route for a path, or for the current one; nothing where there is none. */
export function useRoutes(routes: readonly RouteObject[], path?: string): ReactNode {
  const { pathname } = useLocation()
  const matches = matchRoutes(routes, path ?? pathname) ?? []
  return matches.reduceRight<ReactNode>(
    (outlet, { route: { element = outlet }, params }) => (
      <RouteContext value={{ params, outlet }}>{element}</RouteContext>
    ),
    null,
  )
}

/** The element of the child route, in the element of its parent. */
export function Outlet({ context }: { context?: unknown }) {
  return <OutletContext value={context}>{use(RouteContext).outlet}</OutletContext>
}

/** What the frame around a route has given to its Outlet. */
export function useOutletContext(): unknown {
  return use(OutletContext)
}

/** Opens another address as soon as it is rendered. */
export function Navigate({ to, replace = false }: { to: To; replace?: boolean }) {
  const navigate = useNavigate()
  const text = JSON.stringify(to)
  useEffect(() => navigate(JSON.parse(text) as To, { replace }), [navigate, text, replace])
  return null
}
