import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { formatShort } from '../../rules/dates'
import { formatMoney, toPence } from '../../rules/money'
import { partySizeOf } from '../../rules/party'
import { plural } from '../../rules/plural'
import { buttonClasses } from '../../ui'
import { selectForm } from '../search'
import { useStay } from './useStay'

/**
 * A line at the foot of the screen with the price of the stay and a link to the prices, until these
 * come into view. The small 'My Booking' button stands at its end.
 */
export function PriceLine({ parkId }: { parkId: string }) {
  const form = useSelector(selectForm)
  const { entries, arrival } = useStay(parkId)
  if (!useIsBelow('prices')) return null
  const chosen = arrival && entries.find(({ date }) => date === formatShort(arrival))
  const pence = entries.map(({ lowestPrice }) => toPence(lowestPrice) ?? Infinity)
  const cheapest = entries[pence.indexOf(Math.min(...pence))]
  const price = (chosen || cheapest)?.lowestPrice
  return (
    <div className="bottom-line price-line">
      <div className="page-width flex min-h-11 items-center gap-4">
        <a
          href="#prices"
          className={buttonClasses({
            variant: 'primary',
            className: 'min-h-11! max-w-[calc(100%-144px)] px-4! py-1! text-small!',
          })}
        >
          {price ? `See prices from ${formatMoney(price)}` : 'See prices'}
        </a>
        <p className="hidden text-small text-muted md:block">
          {`${plural(form.duration, 'night')}, ${plural(partySizeOf(form), 'guest')}`}
        </p>
      </div>
    </div>
  )
}

/** Whether an element is below what is in view; true before that is known. */
function useIsBelow(id: string): boolean {
  const [below, setBelow] = useState(true)
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element) return
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, boundingClientRect } of entries)
        setBelow(!isIntersecting && boundingClientRect.top > 0)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [id])
  return below
}
