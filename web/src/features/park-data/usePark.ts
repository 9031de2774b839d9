import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import type { ParkDetails } from '../../api/schema'
import { parkDetailsCall } from './park-details'
import type { ParkRoot } from './state'

/**
 * The park of a booking, loaded if needed. undefined while it loads and when loading fails: the
 * page works without it.
 */
export function usePark(parkId: string | undefined): ParkDetails | undefined {
  const dispatch = useAppDispatch()
  const park = useSelector((state: ParkRoot) =>
    parkId ? state.data.parkDetails[parkId] : undefined,
  )
  useEffect(() => {
    if (parkId && !park) void dispatch(parkDetailsCall.run({ parkId }))
  }, [parkId, park, dispatch])
  return park
}
