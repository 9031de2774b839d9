import { lazy, useState } from 'react'
import { Images as ImagesIcon } from 'lucide-react'
import type { Image, ParkDetails } from '../../api/schema'
import { brand } from '../../brands'
import { LazyPart, Skeleton } from '../../ui'
import { Badge } from '../park-card'
import { Picture, saysMore } from './Picture'

const AllPicturesModal = lazy(() => import('./AllPicturesModal'))

/** How many pictures the page shows; the dialog shows all. */
const IN_PAGE = 5

/** The classes of a single wide picture; from lg on it is as wide as the page. */
const WIDE = 'aspect-3/2 w-full rounded-none bg-skeleton object-cover lg:aspect-12/5'

/** The wide version of a picture that the product draws; photographs have none and are cropped. */
const wideVersion = (src: string) =>
  /^\/images\/parks.*\/1\.svg/.test(src) ? src.replace('.svg', '-wide.svg') : undefined

/**
 * The park's pictures: one large and four small from lg on, one on a phone, and all of them in a
 * dialog.
 */
export function Gallery({ park }: { park: ParkDetails | undefined }) {
  if (!park)
    return (
      <div className="max-lg:-mx-gutter">
        <Skeleton
          className={brand.look.widePicture ? WIDE : 'aspect-3/2 rounded-none lg:aspect-[1200/436]'}
        />
        {brand.look.widePicture ? (
          <div className="mt-4 mb-6 hidden grid-cols-4 gap-4 lg:grid">
            <Skeleton className="aspect-[288/172] rounded-none" />
          </div>
        ) : null}
      </div>
    )
  const pictures = withNumbers(park.gallery?.length ? park.gallery : (park.images ?? []), park.name)
  const [first, ...others] = pictures
  if (!first) return null
  const small = others.slice(0, IN_PAGE - 1)
  const wideSrc = wideVersion(first.src)
  // Shown on top of the large picture.
  const overlay = (
    <>
      <div className="absolute top-2 left-2">
        <Badge sticky={park.sticky} premium={park.premium} />
      </div>
      <AllPictures name={park.name} pictures={pictures} />
    </>
  )
  if (brand.look.widePicture)
    return (
      <div className="max-lg:-mx-gutter">
        <div className="relative">
          <picture>
            {wideSrc ? <source media="(min-width: 992px)" srcSet={wideSrc} /> : null}
            <Picture image={first} first className={WIDE} />
          </picture>
          {overlay}
        </div>
        <CaptionedPictures pictures={small} name={park.name} />
      </div>
    )
  return (
    <div className="relative max-lg:-mx-gutter">
      <div className="park-pictures">
        <Picture image={first} first className="" />
        {small.length === 4
          ? small.map((picture) => <Picture key={picture.src} image={picture} className="" />)
          : null}
      </div>
      {overlay}
    </div>
  )
}

/**
 * Adds a number to the alternative text of pictures that only have the park's name, so that the
 * texts differ.
 */
function withNumbers(pictures: readonly Image[], name: string): Image[] {
  return pictures.map((image, index) =>
    saysMore(image, name)
      ? image
      : { ...image, alt: `${name}, picture ${index + 1} of ${pictures.length}` },
  )
}

/** Four small pictures side by side from lg on, each with its text below. */
function CaptionedPictures({ pictures, name }: { pictures: readonly Image[]; name: string }) {
  if (pictures.length < 4) return null
  return (
    <ul className="mt-4 hidden grid-cols-4 gap-4 lg:grid">
      {pictures.map((picture) => (
        <li key={picture.src}>
          <figure>
            <Picture image={picture} className="aspect-[288/172] w-full bg-skeleton object-cover" />
            {saysMore(picture, name) ? (
              <figcaption className="mt-1 text-small text-muted">{picture.alt}</figcaption>
            ) : null}
          </figure>
        </li>
      ))}
    </ul>
  )
}

/** The button on the picture, and the dialog with all pictures that it opens. */
function AllPictures({ name, pictures }: { name: string; pictures: readonly Image[] }) {
  const [open, setOpen] = useState(false)
  if (pictures.length < 2) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="on-picture right-4 bottom-4 hover:underline"
      >
        <ImagesIcon size={18} aria-hidden="true" />
        {pictures.length} pictures
      </button>
      {open ? (
        <LazyPart wanted>
          <AllPicturesModal name={name} pictures={pictures} onClose={() => setOpen(false)} />
        </LazyPart>
      ) : null}
    </>
  )
}
