import type { Deal } from '../../api/schema'
import { ceilToPounds, formatPence, toPence } from '../../rules/money'
import { onlyLeftInList } from '../../rules/unit-marks'
import { AppLink, PriceText, Tag } from '../../ui'
import { useDayText } from '../catalogue'
import { CardFrame } from './CardFrame'
import { dealPath } from './deals'

/** A deal: its park, date and price. The whole card links to the prices of that date. */
export function DealCard({ deal, eager }: { deal: Deal; eager: boolean }) {
  const leftText = onlyLeftInList(deal.unitsLeft)
  const { stayText } = useDayText()
  // The price is shown rounded up, below 'From' where that is more than the price. The saving is the difference of the shown prices; an earlier price
  // that is not higher than the shown one is not shown.
  const price = toPence(deal.price) ?? 0
  const saved = (toPence(deal.fullPrice) ?? 0) - ceilToPounds(price)
  const was = saved > 0 ? deal.fullPrice : undefined
  return (
    <CardFrame
      park={deal}
      place={deal.town || deal.regionName}
      eager={eager}
      marks={
        <>
          {was ? (
            <Tag kind="deal" className="absolute top-2 left-2">{`SAVE ${formatPence(saved)}`}</Tag>
          ) : null}
          {leftText ? (
            <Tag kind="left" className="absolute bottom-2 left-2">
              {leftText}
            </Tag>
          ) : null}
        </>
      }
    >
      <h2 className="display mt-1 mb-3 line-clamp-3 text-h3 break-words group-hover:underline">
        <AppLink href={dealPath(deal)} className="after:absolute after:inset-0">
          {deal.name}
        </AppLink>
      </h2>
      <div className="card-price">
        <p className="card-stay text-detail/5 font-semibold">{stayText(deal.date, deal.nights)}</p>
        <PriceText
          amount={deal.price}
          from={ceilToPounds(price) > price}
          was={was}
          roundUp
          size="md"
          className="card-amount"
        />
      </div>
    </CardFrame>
  )
}
