import type { ReactNode } from 'react'
import { imageUrl } from '../../brands'

/** A card in place of an empty list: a picture of open land, and what the visitor can do. */
export function SceneCard({ children }: { children: ReactNode }) {
  return (
    <div className="card overflow-hidden">
      <img
        src={imageUrl('hero/lost')}
        alt=""
        className="h-36 w-full bg-skeleton object-cover lg:h-52"
      />
      <div className="p-card lg:p-7">{children}</div>
    </div>
  )
}
