/** The browse pages and the functions that load their data, for the route table. */
export {
  fillBrowseSearch,
  dogFriendlyData,
  operatorRegionsData,
  operatorsData,
  parksData,
  regionsData,
} from './load'
export { OperatorRegionsPage } from './OperatorRegionsPage'
export { OperatorsPage } from './OperatorsPage'
export { ParksPage } from './ParksPage'
export { DogFriendlyPage, RegionsPage } from './RegionsPage'
