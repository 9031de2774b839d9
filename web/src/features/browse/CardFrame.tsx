import type { ReactNode } from 'react'
import type { Image } from '../../api/schema'
import { brand } from '../../brands'
import { Score } from '../park-card'
import { SaveButton } from '../shortlist'

/** The park that a card is about. */
interface CardPark {
  parkId: string
  name: string
  town: string
  images: readonly Image[]
  bubbles: string
  reviewCount: number
}

/**
 * A card of a list: the park's picture with the heart, its place and its rating. One link in it
 * covers the card.
 */
export function CardFrame({
  park,
  place = park.town,
  eager,
  marks,
  children,
}: {
  park: CardPark
  /** Where it is. */
  place?: string
  /** The picture is in view when the page is loaded. */
  eager: boolean
  /** Shown on top of the picture. */
  marks: ReactNode
  children: ReactNode
}) {
  const image = park.images[0] ?? { src: `/${brand.siteCode}/placeholder.svg`, w: 800, h: 533 }
  return (
    <article className="card group relative flex h-full flex-col hover:border-ink">
      <div className="card-picture relative aspect-3/2">
        <img
          src={image.src}
          width={image.w}
          height={image.h}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="absolute inset-0 size-full bg-skeleton object-cover"
        />
        {marks}
        {/* Above the link that covers the card. */}
        <SaveButton park={park} className="absolute top-1.5 right-1.5 z-10" />
      </div>
      <div className="card-text flex flex-1 flex-col pt-3.5 pb-4">
        <div className="flex min-h-6 items-center justify-between gap-3">
          <p className="caption min-w-0 wrap-anywhere">{place}</p>
          {park.bubbles ? <Score bubbles={park.bubbles} count={park.reviewCount} /> : null}
        </div>
        {children}
      </div>
    </article>
  )
}
