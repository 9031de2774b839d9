import { Navigation } from 'lucide-react'
import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import type { ParkDetails } from '../../api/schema'
import { mapPosition } from '../../rules/map-position'
import { directionsUrl } from '../../rules/stay-links'
import { AppLink } from '../../ui'
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
    <>
      <MapFrame
        label={`Map of ${park.name}`}
        pins={pins}
        tiles={tiles}
        placeKey={park.parkId}
        selected={park.parkId}
        className="h-[calc(100dvh-190px)] md:h-[60dvh]"
      />
      <AppLink
        href={directionsUrl({ ...park, place: park.town })}
        className="text-link mt-1.5 inline-flex min-h-11 items-center gap-2"
      >
        <Navigation size={20} aria-hidden="true" />
        Get directions
      </AppLink>
    </>
  )
}
