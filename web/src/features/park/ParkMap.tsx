import { lazy, useState } from 'react'
import type { ParkDetails } from '../../api/schema'
import { mapPosition } from '../../rules/map-position'
import { LazyPart, Modal, Spinner } from '../../ui'
import { MapIcon } from '../../ui/icons'
import { track } from '../analytics'

// Loaded lazily: most visitors only look at the picture.
const OpenMap = lazy(() => import('./OpenMap'))

/**
 * The picture of a park's position, drawn by the server. A press opens the map. Empty for a park
 * without a position.
 */
export function ParkMap({ park }: { park: ParkDetails }) {
  const [open, setOpen] = useState(false)
  if (!mapPosition(park)) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          track('switched_to_park_map_view', { parkName: park.name, parkId: park.parkId })
          setOpen(true)
        }}
        className="group relative mb-3 block w-full overflow-hidden rounded-field"
      >
        <img
          src={`/images/maps/${park.parkId}.svg`}
          width={656}
          height={360}
          alt={`Map of the land round ${park.name}.`}
          loading="lazy"
          decoding="async"
          className="h-auto w-full"
        />
        <span className="on-picture right-2 bottom-2 group-hover:underline">
          <MapIcon size={18} aria-hidden="true" />
          Open the map
        </span>
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title={`Where ${park.name} is`}>
        {/* As high as the map, so that the dialog does not move when its code comes. */}
        <LazyPart wanted loading={<Spinner className="h-[calc(60dvh+50px)]" />}>
          <OpenMap park={park} />
        </LazyPart>
      </Modal>
    </>
  )
}
