import { useCallback, useEffect, useState } from 'react'
import { post, type Failure } from '../api'

/**
 * A list of the server, read when the screen is opened and by `reload`; `body` is its input as JSON.
 * What was read before stays.
 */
export function useList<Data>(path: string, body = '{}'): List<Data> {
  const [known, setKnown] = useState<Omit<List<Data>, 'reload'>>({})
  const [round, setRound] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    void post<Data>(path, JSON.parse(body), abort.signal).then((answer) => {
      if (abort.signal.aborted) return
      setKnown(({ data }) =>
        answer.ok ? { data: answer.data } : { data, failure: answer.failure },
      )
    })
    return () => abort.abort()
  }, [path, body, round])
  const reload = useCallback(() => setRound((before) => before + 1), [])
  return { ...known, reload }
}

export interface List<Data> {
  data?: Data
  failure?: Failure
  reload: () => void
}
