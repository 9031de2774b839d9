import { useId, useState } from 'react'
import type { Review } from '../../api/schema'
import { formatMedium, parseDate } from '../../rules/dates'
import { plural } from '../../rules/plural'
import { Button, Modal } from '../../ui'

const NO_REVIEWS = 'There are currently no customer reviews for this park.'
/** How many reviews the page shows; a dialog shows the others. */
const IN_PAGE = 2

/** The guests' reviews of the park. */
export function Reviews({
  reviews,
  bubbles,
  count,
  opened,
}: {
  reviews: readonly Review[]
  /** The park's average rating, '' when it has none. */
  bubbles: string
  /** The number of all reviews, of which the service lets us show some. */
  count: number
  /** Whether the dialog with all reviews is open at first. */
  opened: boolean
}) {
  const [open, setOpen] = useState(opened)
  const [autoFocus] = useState(hadFocus)
  if (reviews.length === 0) {
    return (
      <section aria-label="Reviews" className="card p-card">
        <h2 className="sr-only">Reviews</h2>
        <p>{NO_REVIEWS}</p>
      </section>
    )
  }
  return (
    <section aria-label="Reviews" className="card flex h-full flex-col p-card">
      <h2 className="sr-only">Reviews</h2>
      <div className="flex items-center gap-4">
        {bubbles ? (
          <span className="text-amount font-bold [font-stretch:86%]">{bubbles}</span>
        ) : null}
        <span>
          {bubbles ? <Bubbles rating={Number(bubbles)} /> : null}
          <span className="block text-small text-muted">
            {plural(Math.max(count, reviews.length), 'review')}
          </span>
        </span>
      </div>
      <div className="mt-4 flex flex-col gap-4">
        {reviews.slice(0, IN_PAGE).map((review, index) => (
          <ReviewText key={index} review={review} clamp />
        ))}
      </div>
      {reviews.length > IN_PAGE ? (
        <Button
          variant="secondary"
          fullWidth
          className="mt-5 noscript:hidden"
          autoFocus={autoFocus}
          onClick={() => setOpen(true)}
        >
          {count > reviews.length
            ? `Read ${reviews.length} of ${count} reviews`
            : 'Read all reviews'}
        </Button>
      ) : null}
      <Modal open={open} onClose={() => setOpen(false)} title="Reviews">
        {count > reviews.length ? (
          <p className="mb-4 text-muted">{`${reviews.length} of ${count} reviews, the newest first.`}</p>
        ) : null}
        <div className="flex flex-col gap-5">
          {reviews.map((review, index) => (
            <ReviewText key={index} review={review} />
          ))}
        </div>
      </Modal>
    </section>
  )
}

/**
 * Whether the focus is in the HTML from the server that these reviews replace. Only in `main`: the
 * footer has reviews, too.
 */
function hadFocus(): boolean {
  return !__SERVER__ && Boolean(document.activeElement?.closest('main [aria-label="Reviews"]'))
}

function ReviewText({ review, clamp = false }: { review: Review; clamp?: boolean }) {
  const date = parseDate(review.date)
  return (
    <blockquote>
      {review.rating ? <Bubbles rating={review.rating} /> : null}
      {review.title ? <p className="font-bold">{review.title}</p> : null}
      <p className={clamp ? 'line-clamp-4 noscript:line-clamp-none' : undefined}>{review.body}</p>
      <footer className="mt-1 text-small text-muted">{`${review.name || 'Anonymous'}${date ? `, ${formatMedium(date)}` : ''}`}</footer>
    </blockquote>
  )
}

/** The width of the full part of a bubble, of 16: none, all, or a tenth part. */
const widthOf = (full: number) => Math.round(160 * Math.min(1, Math.max(0, full))) / 10

/** Five bubbles, filled according to the rating, with the rating as text. */
function Bubbles({ rating }: { rating: number }) {
  const id = useId()
  return (
    <span role="img" aria-label={`${rating} of 5`} className="mb-1 flex gap-1">
      {[1, 2, 3, 4, 5].map((star) => (
        <svg key={star} viewBox="0 0 16 16" aria-hidden="true" className="size-4 text-rating">
          <clipPath id={`${id}-${star}`}>
            <rect width={widthOf(rating - star + 1)} height="16" />
          </clipPath>
          <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="2" />
          <circle cx="8" cy="8" r="7" fill="currentColor" clipPath={`url(#${id}-${star})`} />
        </svg>
      ))}
    </span>
  )
}
