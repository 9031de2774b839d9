import { classes } from './classes'

/** A shape shown instead of content that is loading. Give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'block animate-[pulse_1600ms_ease-in-out_infinite] rounded-tag bg-skeleton',
        className,
      )}
    />
  )
}
