/** The browse pages, for the route table, and what each shows first. */
export {
  browsePlace,
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
