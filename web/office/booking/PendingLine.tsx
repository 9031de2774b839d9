import { useEffect, useState } from 'react'
import { post } from '../api'
import type { Pending } from '../contract'
import { useKeys } from '../keyboard'
import { Button } from '../parts/Button'
import { RefundIcon } from '../parts/icons'
import { Said } from '../parts/Said'
import { countdown } from '../parts/texts'
import { useDoing } from '../parts/useDoing'

/**
 * What somebody has set going, for everyone who reads the booking: it can be undone until it runs. The
 * countdown is not read out each second; that it began is.
 */
export function PendingLine({
  pending,
  reload,
}: {
  pending: Pending
  reload: () => Promise<void>
}) {
  const left = useLeft(pending.at)
  const { busy, failure, run } = useDoing()
  const over = left <= 0
  useEffect(() => {
    // A second later the server has begun it.
    if (!over) return
    const timer = setInterval(() => void reload(), 1500)
    return () => clearInterval(timer)
  }, [over, reload])
  const undo = () =>
    void run(
      (signal) => post<object>('/api/undo', { id: pending.id }, signal),
      () => void reload(),
    )
  useKeys(over ? {} : { z: undo })
  return (
    <>
      <div className="on-ink mb-3 flex flex-wrap items-center gap-3 rounded-card bg-ink p-3 text-surface">
        <RefundIcon size={18} />
        <p className="min-w-0 flex-1 font-semibold">
          <span role="status">{pending.text}</span>{' '}
          <span>{over ? 'now' : `in ${countdown(left)}`}</span>
        </p>
        {over ? null : (
          <>
            <Button look="bar" keys={['Z']} disabled={busy} onClick={undo}>
              Undo
            </Button>
            <Button
              look="bar"
              disabled={busy}
              onClick={() =>
                void run(
                  (signal) => post<object>('/api/now', { id: pending.id }, signal),
                  () => void reload(),
                )
              }
            >
              Now
            </Button>
          </>
        )}
      </div>
      {failure ? (
        <div className="mb-3">
          <Said kind="bad" title={failure.message} />
        </div>
      ) : null}
    </>
  )
}

/** The milliseconds until an instant, each second. */
function useLeft(at: string): number {
  const end = Date.parse(at)
  const [left, setLeft] = useState(() => end - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(end - Date.now()), 1000)
    return () => clearInterval(timer)
  }, [end])
  return left
}
