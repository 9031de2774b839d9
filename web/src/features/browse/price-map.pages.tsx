/** The page of /britain-by-price, and what loads it, for the route table. */
export { PriceMapPage, priceMapData } from './PriceMapPage'
