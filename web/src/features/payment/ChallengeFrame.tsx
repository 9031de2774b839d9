import { useEffect, useRef } from 'react'
import type { Challenge } from '../../api/schema'

const FRAME = 'bank'

/** The frame in which the bank asks the visitor to approve the payment; it leads the whole page on by itself. */
export function ChallengeFrame({ challenge }: { challenge: Challenge }) {
  const form = useRef<HTMLFormElement>(null)
  const { url, jwt, md, width, height } = challenge

  useEffect(() => form.current?.submit(), [url, jwt, md])

  return (
    <div className="-mx-(--gutter) border-y border-field bg-surface">
      <iframe
        name={FRAME}
        title="Security check by your bank"
        height={height}
        style={{ maxWidth: Math.max(width, 390) }}
        className="mx-auto block w-full max-[399px]:max-w-none!"
      />
      <form ref={form} method="POST" action={url} target={FRAME} hidden>
        <input type="hidden" name="JWT" value={jwt} />
        <input type="hidden" name="MD" value={md} />
      </form>
    </div>
  )
}
