/** Feature flags: their values in the state, read from the server's flags and kept up to date. */
import { useSelector } from 'react-redux'
import { type FlagKey, type RootWithFlags, selectFlag } from './state'

export { refreshFlags, startFlags } from './live'
export { Maintained } from './Maintained'
export { flagsReducer } from './state'

/** The value of a flag now. The component is rendered again when it changes. */
export function useFlag(key: FlagKey): boolean {
  return useSelector((state: RootWithFlags) => selectFlag(state, key))
}
