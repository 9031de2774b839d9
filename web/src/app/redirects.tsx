import {
  generatePath,
  matchRoutes,
  Navigate,
  useLocation,
  useParams,
  type RouteObject,
} from '../router'
import { contentRoutes } from '../brands'

/**
 * Redirects to another path and keeps query and hash. The target may contain the parameters of its
 * route.
 */
export function Redirect({ to }: { to: string }) {
  const params = useParams()
  const { search, hash } = useLocation()
  return <Navigate replace to={{ pathname: generatePath(to, params), search, hash }} />
}

function redirect(path: string, to: string): RouteObject {
  return { path, caseSensitive: true, element: <Redirect to={to} /> }
}

/** All addresses that redirect. */
export const redirects: RouteObject[] = [
  redirect('/contact-us', '/help'),
  redirect('/rentals', '/region/ukcottages'),
  redirect('/my-account', '/login'),
  redirect('/dog-friendly/uk', '/dog-friendly/ukcaravan'),
  redirect('/channel/hotels', '/hotels'),
  redirect('/region/hotels', '/hotels'),
  ...contentRoutes.map(({ path, pageId }) => redirect(`/a/${pageId}${path}`, path)),
  redirect('/parks/:channelId/:regionId/:slug', '/holidays/:channelId/:regionId/:slug'),
  redirect('/parks/:parkId/:slug', '/holidays/:parkId/:slug'),
  redirect('/:path/:channelId/:regionId/:parkId/:slug', '/:path/:parkId/:slug'),
]

/** Whether a path only redirects, so that it does not count as a visited page. */
export function isRedirect(path: string): boolean {
  return !path.startsWith('/area/') && matchRoutes(redirects, path) !== null
}
