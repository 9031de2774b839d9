import { memo, useContext } from 'react'
import { useSelector } from 'react-redux'
import type { ParkCard, Result } from '../../api/schema'
import { brand } from '../../brands'
import { formatMoney, formatPence, toPence } from '../../rules/money'
import { distanceText, milesFrom } from '../../rules/near'
import { onlyLeftInList, savingOf } from '../../rules/unit-marks'
import { AppLink, Button, ButtonLink, PriceText, Skeleton, Tag } from '../../ui'
import { CalendarIcon } from '../../ui/icons'
import { useDayText } from '../catalogue'
import { affiliateLabel, Badge, Feature, parkPath, Score } from '../park-card'
import { PromoNote } from '../promotion'
import { selectNear } from '../search'
import { SaveButton } from '../shortlist'
import { StayQuery } from './stay-query'

/** The largest number of facts on a card. */
const MAX_FACTS = 3

/**
 * The card of a found park, with its picture, facts and the price of the stay. Its heading is its first
 * part, for who listens to it; on the screen its picture is.
 */
export const ResultCard = memo(function ResultCard({
  row,
  card,
  features,
  eager,
  largest,
  onAffiliate,
}: {
  row: Result
  /** Undefined while it is loading. */
  card: ParkCard | undefined
  /** Names of the boolean filters, by id. */
  features: ReadonlyMap<number, string>
  /** The card is in view, so its picture is loaded at once. */
  eager: boolean
  /** The picture is probably the largest element in view (LCP), so it is loaded first. */
  largest: boolean
  onAffiliate: (row: Result) => void
}) {
  const facts = (row.features ?? []).flatMap((id) => features.get(id) ?? []).slice(0, MAX_FACTS)
  const leftText = onlyLeftInList(row.unitsLeft)
  const { stayText } = useDayText()
  const deposit = toPence(row.deposit)
  return (
    <article className="card group result-card hover:border-ink">
      <div className="card-text flex flex-col pt-3.5 pb-4">
        <h2 className="display mt-1 line-clamp-3 text-h3 break-words group-hover:underline">
          {row.name}
        </h2>
        <div className="-order-1 flex min-h-6 items-center justify-between gap-3">
          {card ? (
            <p className="caption min-w-0 wrap-anywhere">{card.town || card.regionName}</p>
          ) : (
            <Skeleton className="h-3 w-24" />
          )}
          {card?.bubbles ? <Score bubbles={card.bubbles} count={card.reviewCount} /> : null}
        </div>
        <Distance row={row} />
        <ul className="mt-2 mb-3 flex min-h-6 flex-wrap gap-x-4 gap-y-1 text-detail text-muted">
          {facts.map((name) => (
            <Feature key={name} name={name} />
          ))}
        </ul>
        <div className="card-price">
          <div className="card-stay grid justify-items-start gap-2">
            {row.exact ? null : (
              <Tag kind="paper" icon={CalendarIcon}>
                Other date
              </Tag>
            )}
            <p className="text-detail/5 font-semibold">{stayText(row.date, row.nights)}</p>
            <Saving row={row} />
            {deposit ? <Tag>{`${formatMoney(row.deposit)} deposit`}</Tag> : null}
            {row.affiliate ? null : <PromoNote date={row.date} price={row.price} />}
          </div>
          <PriceText amount={row.price} from size="md" className="card-amount" />
        </div>
        <CardLinks row={row} slug={card?.slug} onAffiliate={onAffiliate} />
      </div>
      <div className="card-picture relative aspect-3/2">
        <CardPicture name={row.name} card={card} eager={eager} largest={largest} />
        <Badge sticky={row.sticky} premium={row.premium} />
        <SaveButton park={row} className="absolute top-1.5 right-1.5" />
        {leftText ? (
          <Tag kind="left" className="absolute bottom-2 left-2">
            {leftText}
          </Tag>
        ) : null}
      </div>
    </article>
  )
})

/** How much less the stay costs than before, and its earlier price. */
function Saving({ row: { price, fullPrice } }: { row: Result }) {
  const saved = savingOf({ unitPrice: price, fullPrice })
  if (saved === undefined) return null
  return (
    <p className="text-small text-muted">
      <Tag kind="deal">{`SAVE ${formatPence(saved)}`}</Tag> <s>{`WAS ${formatMoney(fullPrice)}`}</s>
    </p>
  )
}

/** The distance of the park from the point that sorts the results. */
function Distance({ row }: { row: Result }) {
  const near = useSelector(selectNear)
  const miles = near && milesFrom(near, row)
  if (near === undefined || miles === undefined) return null
  return <p className="mt-1.5 text-detail text-muted">{distanceText(miles, near.name)}</p>
}

/**
 * Links to the park's page and to its prices, with the search. They are a component of their own, so
 * that a change of the filters, which changes every link, renders only the links.
 */
export function CardLinks({
  row,
  slug,
  onAffiliate,
}: {
  row: Result
  slug: string | undefined
  onAffiliate: (row: Result) => void
}) {
  const query = useContext(StayQuery)(row)
  const park = { ...row, slug }
  return (
    <>
      {row.affiliate ? (
        <p className="mt-3 text-small text-muted">{`Booked on ${affiliateLabel(row.affiliate).replace('External', 'another')} website`}</p>
      ) : null}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-3">
        <AppLink href={parkPath(park, query)} className="card-link flex-[1_1_5em]">
          <span className="line-clamp-5 min-w-0 break-words">{`View ${row.name}`}</span>
        </AppLink>
        {row.affiliate ? (
          <Button className="shrink-0 px-3.5!" onClick={() => onAffiliate(row)}>
            {'View All Prices '}
            <span className="sr-only">{`of ${row.name}`}</span>
          </Button>
        ) : (
          <ButtonLink className="shrink-0 px-3.5!" href={parkPath(park, query, 'prices')}>
            {'View All Prices '}
            <span className="sr-only">{`of ${row.name}`}</span>
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** The park's first picture; the brand's placeholder for a park that has none. */
export function CardPicture({
  name,
  card,
  eager,
  largest,
}: {
  name: string
  card: ParkCard | undefined
  eager: boolean
  largest: boolean
}) {
  if (!card) return <Skeleton className="absolute inset-0 rounded-none" />
  const image = card.images?.[0] ?? {
    src: `/${brand.siteCode}/placeholder.svg`,
    w: 800,
    h: 533,
    alt: `No picture of ${name} yet`,
  }
  return (
    <img
      src={image.src}
      width={image.w}
      height={image.h}
      alt={image.alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={largest ? 'high' : undefined}
      decoding="async"
      className="absolute inset-0 size-full object-cover"
    />
  )
}
