import { useState } from 'react'
import type { Review } from '../../api/schema'
import { formatMedium, parseDate } from '../../rules/dates'
import { plural } from '../../rules/plural'
import { Button, Modal } from '../../ui'

const NO_REVIEWS = 'There are currently no customer reviews for this park.'
/** Reviews in the page; the others open over it. */
const IN_PAGE = 2

/** What guests said of the park. */
export function Reviews({
  reviews,
  bubbles,
  count,
}: {
  reviews: readonly Review[]
  bubbles: string
  count: number
}) {
  const [open, setOpen] = useState(false)
  if (reviews.length === 0) {
    return (
      <section aria-label="Reviews" id="reviews" className="card p-5">
        <p>{NO_REVIEWS}</p>
      </section>
    )
  }
  return (
    <section aria-label="Reviews" id="reviews" className="card p-5">
      <div className="flex items-center gap-4">
        {bubbles ? (
          <span className="text-[46px]/12 font-bold [font-stretch:86%]">{bubbles}</span>
        ) : null}
        <span>
          {bubbles ? <Bubbles rating={Number(bubbles)} /> : null}
          <span className="block text-small text-muted">
            {plural(Math.max(count, reviews.length), 'review')}
          </span>
        </span>
      </div>
      <div className="mt-3 flex flex-col gap-3">
        {reviews.slice(0, IN_PAGE).map((review, index) => (
          <ReviewText key={index} review={review} clamp />
        ))}
      </div>
      {reviews.length > IN_PAGE ? (
        <Button variant="secondary" fullWidth className="mt-4" onClick={() => setOpen(true)}>
          Read all reviews
        </Button>
      ) : null}
      <Modal open={open} onClose={() => setOpen(false)} title="Reviews">
        <div className="flex flex-col gap-5">
          {reviews.map((review, index) => (
            <ReviewText key={index} review={review} />
          ))}
        </div>
      </Modal>
    </section>
  )
}

function ReviewText({ review, clamp = false }: { review: Review; clamp?: boolean }) {
  const date = parseDate(review.date)
  return (
    <blockquote>
      {review.title ? <p className="font-bold">{review.title}</p> : null}
      <p className={clamp ? 'line-clamp-4' : undefined}>{review.body}</p>
      <footer className="mt-1 text-small text-muted">
        {review.name || 'Anonymous'}
        {date ? `, ${formatMedium(date)}` : ''}
      </footer>
    </blockquote>
  )
}

/** Five bubbles filled to the rating, which is also said. */
function Bubbles({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} of 5`} className="flex gap-1">
      {[1, 2, 3, 4, 5].map((place) => (
        <span
          key={place}
          className="size-4 rounded-full border-2 border-rating"
          style={{
            background: `linear-gradient(90deg, var(--rating) ${Math.min(1, Math.max(0, rating - place + 1)) * 100}%, transparent 0)`,
          }}
        />
      ))}
    </span>
  )
}
