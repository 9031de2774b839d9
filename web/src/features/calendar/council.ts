import { deviceList } from '../../ui'

/**
 * The id of the council whose school holidays the visitor chose to see, in this browser alone; empty:
 * those that most councils in England have in common.
 */
export const schoolCouncil = deviceList<string>(
  'schoolCouncil',
  (value): value is string => typeof value === 'string',
)
