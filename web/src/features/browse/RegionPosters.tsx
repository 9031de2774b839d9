import type { Region } from '../../api/schema'
import { imageUrl } from '../../brands'
import { formatMoney } from '../../rules/money'
import { AppLink, classes } from '../../ui'
import { EverybodysPrices } from '../promotion'
import { countOf } from './listing'

/**
 * Large pictures of regions with the number of parks and the price of the cheapest stay. The first
 * is twice as large.
 */
export function RegionPosters({
  channel,
  regions,
  to,
}: {
  channel: string
  regions: readonly Region[]
  to: (region: Region) => string
}) {
  const large = (index: number) => index === 0 && regions.length > 4
  return (
    <>
      <EverybodysPrices channel={channel} />
      <ul className="grid grid-cols-2 gap-2.5 md:grid-cols-3 md:gap-5 lg:grid-cols-4">
        {regions.map((region, index) => (
          <li key={region.id} className={classes(large(index) && 'col-span-2 md:row-span-2')}>
            <AppLink
              href={to(region)}
              className="card group flex h-full flex-col overflow-hidden hover:border-ink"
            >
              <span
                className={classes(
                  'card-picture relative block aspect-3/2 bg-skeleton',
                  // Its own height first: a document that arrives in parts moves the text little.
                  large(index) && 'md:flex-auto',
                )}
              >
                <img
                  src={region.image || imageUrl(`regions/${region.id}`)}
                  alt=""
                  width={600}
                  height={400}
                  loading={index < 5 ? 'eager' : 'lazy'}
                  decoding="async"
                  className="absolute inset-0 size-full object-cover"
                />
              </span>
              <span className="card-text block pt-3 pb-4 max-md:px-2! [text-align:var(--poster-align)]">
                <span
                  className={classes(
                    'poster-title block break-words text-balance group-hover:underline',
                    large(index)
                      ? 'lg:text-part'
                      : 'max-lg:text-value max-lg:tracking-[0.06em] max-md:text-detail/5 max-md:tracking-normal',
                  )}
                >
                  {region.name}
                </span>
                <span className="mt-0.5 block text-detail/5.5 text-muted">
                  {countOf(channel, region.parkCount)}
                </span>
                {region.fromPrice ? (
                  <span className="mt-0.5 block text-detail/5.5">
                    From <b>{formatMoney(region.fromPrice)}</b>
                  </span>
                ) : null}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </>
  )
}
