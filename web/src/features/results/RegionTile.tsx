import { imageUrl } from '../../brands'
import type { RegionPriceEntry } from '../../rules/calendar'
import { AppLink, PriceText, Tag } from '../../ui'

/** A region with its picture and price: a tile from md on, a row on a phone. */
export function RegionTile({
  entry,
  cheapest,
  image,
  stay,
  to,
}: {
  entry: RegionPriceEntry
  /** It is the cheapest of all regions. */
  cheapest: boolean
  image: string | undefined
  /** Arrival date and nights as texts. */
  stay: [string, string]
  to: string
}) {
  return (
    <AppLink
      href={to}
      className="card group flex h-full gap-3 p-2 hover:border-ink md:flex-col md:gap-0 md:p-[9px]"
    >
      <img
        src={image || imageUrl(`regions/${entry.id}`)}
        alt=""
        width={500}
        height={400}
        loading="lazy"
        className="h-[84px] w-[92px] max-[359px]:w-[64px] rounded-[3px] bg-skeleton object-cover md:aspect-5/4 md:h-auto md:w-full"
      />
      <span className="flex min-w-0 flex-1 items-center gap-3 md:flex-col md:items-stretch md:gap-0 md:px-1 md:pb-1">
        <span className="min-w-0 flex-1 md:pt-2.5">
          <span className="poster-title block text-balance max-md:text-left max-md:text-value max-md:tracking-[0.08em] max-[359px]:text-detail/5 max-[359px]:tracking-normal group-hover:underline">
            {entry.name}
          </span>
          {/* On a phone there is no room for all of it. */}
          <span className="hidden text-detail text-muted md:block md:[text-align:var(--poster-align)]">
            {entry.desc || ' '}
          </span>
        </span>
        <span className="flex items-end justify-between gap-3 md:mt-2.5 md:border-t md:border-line md:pt-2.5">
          <span className="hidden text-small text-muted md:block">
            <span>{stay[0]}</span>
            <span className="block">{stay[1]}</span>
          </span>
          <span className="flex flex-col items-end gap-x-2 md:flex-row md:items-center">
            {cheapest ? (
              <Tag kind="cheapest">Cheapest</Tag>
            ) : (
              <span className="text-small text-muted">From</span>
            )}
            <PriceText amount={entry.price} roundUp size="sm" />
          </span>
        </span>
      </span>
    </AppLink>
  )
}
