/** ⌘ on a Mac, Ctrl elsewhere. */
export const COMMAND =
  typeof navigator !== 'undefined' && /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Keys as they stand on a keyboard. They repeat what is said in words, so they are not announced. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span aria-hidden="true" className="inline-flex gap-1 pointer-coarse:hidden">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-tag border border-current px-1 font-sans text-caption font-semibold"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
