import type { ShortlistPark } from '../../api/schema'
import { classes } from '../../ui'

/** The first picture of a park of the list, or its place while there is none. */
export function ParkPicture({
  park,
  className,
}: {
  park: ShortlistPark | null | undefined
  className: string
}) {
  const image = park?.images[0]
  const look = classes('block bg-skeleton object-cover', className)
  return image ? (
    <img
      src={image.src}
      width={image.w}
      height={image.h}
      alt=""
      decoding="async"
      className={look}
    />
  ) : (
    <span className={look} />
  )
}
