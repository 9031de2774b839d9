import { useEffect, useState } from 'react'
import { post, type Failure } from '../api'
import type { Found } from '../contract'
import { lastSearch } from './last'

/** How long typing pauses before the server is asked. */
const PAUSE_MS = 120

/** Searches while a person types. The rows before stay until the next are there; only the newest count. */
export function useSearch(text: string) {
  const [answer, setAnswer] = useState<{ text: string; found?: Found; failure?: Failure }>(() => ({
    ...lastSearch.get(),
  }))
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void post<Found>('/api/find', { text: wanted }, abort.signal).then((result) => {
        if (abort.signal.aborted) return
        if (result.ok) lastSearch.set({ text: wanted, found: result.data })
        setAnswer(
          result.ok
            ? { text: wanted, found: result.data }
            : { text: wanted, failure: result.failure },
        )
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted])
  return {
    found: wanted === '' ? undefined : answer.found,
    failure: wanted === '' ? undefined : answer.failure,
    /** What is shown answers what is typed. */
    settled: wanted !== '' && answer.text === wanted,
  }
}
