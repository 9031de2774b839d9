import { classes } from './classes'

/** A still shape in place of what is loading; give it the size of what comes. */
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
