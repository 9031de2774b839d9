/** The page of /near-home, and what loads it, for the route table. */
export { NearHomePage, nearHomeData } from './NearHomePage'
