/** State from init and the catalogue calls: channels, regions, operators, prices. */
export {
  availabilityCall,
  availabilityReducer,
  selectAvailability,
  type AvailabilityState,
  type ChannelAvailability,
} from './availability'
export {
  channelsReducer,
  operatorsCall,
  operatorsReducer,
  regionsCall,
  regionsReducer,
  selectChannels,
  selectRegionsByChannel,
  selectRegionsOf,
  type OperatorsState,
  type RegionsByChannel,
  type RegionsState,
} from './data'
export {
  appInit,
  appReady,
  appReducer,
  homepageReducer,
  initCall,
  selectHomepage,
  selectMapTiles,
  selectMyHolidays,
  selectPocket,
  selectPriceWatch,
  selectWallet,
  selectReady,
  selectToday,
  type AppState,
  type HomepageState,
} from './init'
export { useDayText } from './day-text'
