import {
  generatePath,
  matchRoutes,
  Navigate,
  useLocation,
  useParams,
  type RouteObject,
} from 'react-router'
import { contentRoutes } from '../brands'

/**
 * Goes on to another path in place of this one; query and hash are kept. The
 * target may name the parameters of the route it stands on.
 */
export function Redirect({ to }: { to: string }) {
  const params = useParams()
  const { search, hash } = useLocation()
  return <Navigate replace to={{ pathname: generatePath(to, params), search, hash }} />
}

function redirect(path: string, to: string): RouteObject {
  return { path, caseSensitive: true, element: <Redirect to={to} /> }
}

/** Every address that leads on to another. */
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

/** Whether a path only leads on, so that it is no page that was visited. */
export function leadsOn(path: string): boolean {
  return !path.startsWith('/area/') && matchRoutes(redirects, path) !== null
}
