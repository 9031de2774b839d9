import { lazy, useState } from 'react'
import { classes, LazyPart } from '../../ui'
import { HeartIcon } from '../../ui/icons'
import { shortlist, toggleShortlisted, type Refusal } from './list'

const NotSaved = lazy(() => import('./NotSaved'))

/** A heart that saves a park to the shortlist, or removes it. */
export function SaveButton({
  park: { parkId, name },
  className,
}: {
  park: { parkId: string; name: string }
  className?: string
}) {
  const saved = shortlist.use().some((kept) => kept.parkId === parkId)
  const [refusal, setRefusal] = useState<Refusal>()
  return (
    <>
      <button
        type="button"
        aria-pressed={saved}
        aria-label={`Save ${name} to your shortlist`}
        onClick={() => setRefusal(toggleShortlisted({ parkId, name }))}
        className={classes(
          'inline-flex size-11 items-center justify-center rounded-full border border-line bg-surface hover:border-ink noscript:hidden',
          className,
        )}
      >
        <HeartIcon size={20} aria-hidden="true" className={saved ? 'fill-current' : ''} />
      </button>
      {refusal ? (
        <LazyPart wanted>
          <NotSaved why={refusal} onClose={() => setRefusal(undefined)} />
        </LazyPart>
      ) : null}
    </>
  )
}
