/** Routes in a test, with a history of their own. */
import {
  memoryHistory,
  resolve,
  Router,
  useRoutes,
  type History,
  type RouteObject,
} from '../router'

/** The element of the route for the address of the router around it. */
export function Matched({ routes }: { routes: readonly RouteObject[] }) {
  return useRoutes(routes)
}

/** Shows the route of the history's address. */
export function Routed({ history, routes }: { history: History; routes: readonly RouteObject[] }) {
  return (
    <Router history={history}>
      <Matched routes={routes} />
    </Router>
  )
}

/** A history that begins at an address: what it shows, and how the visitor goes on. */
export function routerAt(address: string) {
  const history = memoryHistory(address)
  return {
    history,
    /** Opens another address, or goes back and forward by a number of entries. */
    navigate: async (to: string | number, { state }: { state?: unknown } = {}) => {
      if (typeof to === 'number') return history.go(to)
      return history.push(resolve(to, history.current().location.pathname), state)
    },
    get state() {
      return history.current()
    },
  }
}
