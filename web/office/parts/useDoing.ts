import { useState } from 'react'
import { useLifetime } from '../../src/ui'
import type { Answer, Failure } from '../api'

/**
 * Something that is done once at a time: `run` ignores a second press, and `then` is called with the
 * answer unless the component has gone meanwhile.
 */
export function useDoing() {
  const lifetime = useLifetime()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  async function run<Data>(
    work: (signal: AbortSignal) => Promise<Answer<Data>>,
    then: (data: Data) => void,
  ) {
    if (busy) return
    const signal = lifetime()
    setBusy(true)
    setFailure(undefined)
    const answer = await work(signal)
    if (signal.aborted) return
    setBusy(false)
    if (answer.ok) then(answer.data)
    else setFailure(answer.failure)
  }
  return { busy, failure, run }
}
