/** The travel guide and the function that loads its data, for the route table. */
export { guideData } from './guide'
export { GuidePage } from './GuidePage'
