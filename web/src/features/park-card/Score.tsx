/** A rating in a dark box, and the number of reviews. */
export function Score({ bubbles, count }: { bubbles: string; count: number }) {
  return (
    <span
      data-part="score"
      className="inline-flex shrink-0 items-center gap-1.5 text-small text-muted"
    >
      <span
        data-part="rating"
        className="rounded-tag bg-ink px-1.5 text-small/6 font-bold text-surface"
      >
        <span className="sr-only">Rated </span>
        <span>{bubbles}</span>
      </span>
      <span className="sr-only">by</span> <span>{count}</span>
      <span data-part="reviews-word" className="sr-only">
        {' '}
        reviews
      </span>
    </span>
  )
}
