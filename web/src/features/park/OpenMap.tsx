import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import type { ParkDetails } from '../../api/schema'
import { mapPosition } from '../../rules/park-units'
import { selectMapTiles } from '../catalogue'
import { MapFrame } from '../map'

/** The map of a park with its pin. Loaded when the visitor opens it. */
export default function OpenMap({ park }: { park: ParkDetails }) {
  const tiles = useSelector(selectMapTiles)
  const pins = useMemo(() => {
    const position = mapPosition(park)
    return position ? [{ id: park.parkId, name: park.name, ...position }] : []
  }, [park])
  return (
    <MapFrame
      label={`Map of ${park.name}`}
      pins={pins}
      tiles={tiles}
      place={park.parkId}
      selected={park.parkId}
      className="h-[calc(100dvh-140px)] md:h-[60dvh]"
    />
  )
}
