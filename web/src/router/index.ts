/** Which page an address has, and how pages follow each other. It knows nothing of the product. */
export {
  browserHistory,
  memoryHistory,
  NavigationType,
  pathText,
  resolve,
  type History,
  type Location,
  type To,
} from './history'
export { generatePath, matchRoutes, type Params, type RouteObject } from './match'
export {
  Navigate,
  Outlet,
  Router,
  useLocation,
  useNavigate,
  useNavigationType,
  useOutletContext,
  useParams,
  useRoutes,
} from './router'
