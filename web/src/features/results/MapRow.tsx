import { useContext, useEffect, useRef } from 'react'
import type { ParkCard, Result } from '../../api/schema'
import { formatMoney, toPence } from '../../rules/money'
import { mapPosition } from '../../rules/map-position'
import { onlyLeftInList } from '../../rules/unit-marks'
import { AppLink, classes, PriceText, scrollBehaviour, Tag, useAtLeast } from '../../ui'
import { useDayText } from '../catalogue'
import { parkPath, Score } from '../park-card'
import { PromoNote } from '../promotion'
import { SaveButton } from '../shortlist'
import { CardPicture } from './ResultCard'
import type { MapRowProps } from './ResultGrid'
import { StayQuery } from './stay-query'

/** A holiday in the list beside the map. Pointing at it highlights its mark. */
export function MapRow({ row, card, selected, onPoint }: MapRowProps) {
  const query = useContext(StayQuery)(row)
  const item = useRef<HTMLLIElement>(null)
  const isSelected = selected === row.parkId
  const besideMap = useAtLeast('lg')

  useEffect(() => {
    if (isSelected && besideMap)
      item.current?.scrollIntoView({ block: 'nearest', behavior: scrollBehaviour() })
  }, [isSelected, besideMap])

  return (
    // Only the link in the row is interactive. The row itself only highlights the mark.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={item}
      onPointerEnter={() => onPoint(row.parkId)}
      onPointerLeave={() => onPoint(undefined)}
      onFocus={() => onPoint(row.parkId)}
      onBlur={() => onPoint(undefined)}
      className="scroll-my-4"
    >
      <article
        className={classes(
          'card group relative hover:border-ink',
          isSelected && 'border-ink outline-2 outline-ink',
        )}
      >
        <HolidayFacts row={row} card={card}>
          <h2 className="display mt-0.5 line-clamp-2 text-h4/6 break-words group-hover:underline">
            {/* All of the row leads to the park. */}
            <AppLink
              href={parkPath({ ...row, slug: card?.slug }, query)}
              className="after:absolute after:inset-0"
            >
              {row.name}
            </AppLink>
          </h2>
        </HolidayFacts>
        {mapPosition(row) ? null : (
          <p className="px-3 pb-3 text-small text-muted">
            Not on the map: its position is not known.
          </p>
        )}
      </article>
    </li>
  )
}

/** A compact view of a holiday: picture, place, name, deposit, stay and price. */
export function HolidayFacts({
  row,
  card,
  className,
  children,
}: {
  row: Result
  card: ParkCard | undefined
  /** Classes for the line above the name. */
  className?: string
  /** The name. */
  children: React.ReactNode
}) {
  const leftText = onlyLeftInList(row.unitsLeft)
  const { stayText } = useDayText()
  return (
    <div className="flex gap-3.5 p-2">
      <div className="relative w-[34%] max-w-[176px] shrink-0 self-stretch overflow-hidden rounded-field max-lg:aspect-square max-lg:self-start lg:aspect-4/3">
        <CardPicture name={row.name} card={card} eager={false} largest={false} />
        {/* Above the link that covers the row. */}
        <SaveButton park={row} className="absolute top-1 left-1 z-10" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col py-1 pr-1.5">
        <div className={classes('flex min-h-6 items-center justify-between gap-3', className)}>
          <p className="caption min-w-0 wrap-anywhere">{card?.town || card?.regionName}</p>
          {card?.bubbles ? <Score bubbles={card.bubbles} count={card.reviewCount} /> : null}
        </div>
        {children}
        <p className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
          {toPence(row.deposit) ? <Tag>{`${formatMoney(row.deposit)} deposit`}</Tag> : null}
          {leftText ? <Tag kind="left">{leftText}</Tag> : null}
        </p>
        {row.affiliate ? null : <PromoNote date={row.date} price={row.price} />}
        <div className="mt-auto flex items-end justify-between gap-3 pt-2">
          <p className="text-detail/5 font-semibold">{stayText(row.date, row.nights)}</p>
          <PriceText amount={row.price} from size="md" className="text-right" />
        </div>
      </div>
    </div>
  )
}
