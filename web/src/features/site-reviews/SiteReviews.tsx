import { useEffect, useState } from 'react'
import { useAppDispatch } from '../../api'
import type { SiteReviews as Found } from '../../api/schema'
import { plural } from '../../rules/plural'
import { Skeleton } from '../../ui'
import { siteReviewsCall } from './calls'
import { ROOM } from './room'

/** How many reviews are shown. */
const SHOWN = 3

/**
 * The brand's rating by its customers, and some of their reviews, unedited. Nothing is shown if there
 * are none, or if they cannot be loaded.
 */
export default function SiteReviews() {
  const dispatch = useAppDispatch()
  const [found, setFound] = useState<Found | 'none'>()
  useEffect(() => {
    let left = false
    void (async () => {
      const answer = await dispatch(siteReviewsCall.run())
      if (!left) setFound(answer.ok && answer.data.count > 0 ? answer.data : 'none')
    })()
    return () => {
      left = true
    }
  }, [dispatch])
  if (found === 'none') return null
  if (!found) return <Skeleton className={`${ROOM} rounded-card`} />
  return (
    <section aria-labelledby="site-reviews" className={ROOM}>
      <h2 id="site-reviews" className="section-heading">
        What our customers say
      </h2>
      <p className="mt-1 text-muted">{`Rated ${found.rating} out of 5 by ${plural(found.count, 'customer')}`}</p>
      <ul className="mt-4 grid gap-4 md:grid-cols-3">
        {found.reviews.slice(0, SHOWN).map(({ body, name }, index) => (
          <li key={index} className="card p-card">
            <blockquote>
              <p className="break-words whitespace-pre-line">{body}</p>
              <footer className="mt-1 text-small text-muted">{name || 'Anonymous'}</footer>
            </blockquote>
          </li>
        ))}
      </ul>
    </section>
  )
}
