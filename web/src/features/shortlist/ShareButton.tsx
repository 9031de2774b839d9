import { useState } from 'react'
import { useSelector } from 'react-redux'
import { Button } from '../../ui'
import { selectSearchQuery } from '../search'
import { sharedPath } from './address'

/** Shares the list as a link: by the phone's own sheet, else by the clipboard, else as text to copy. */
export function ShareButton({ parkIds }: { parkIds: readonly string[] }) {
  const query = useSelector(selectSearchQuery)
  const [outcome, setOutcome] = useState<'copied' | { url: string }>()
  const share = async () => {
    const url = window.location.origin + sharedPath(parkIds, query)
    setOutcome(undefined)
    if (hasShareSheet()) {
      try {
        await navigator.share({ title: 'Holiday shortlist', url })
        return
      } catch (error) {
        // The visitor has closed the sheet.
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    try {
      await navigator.clipboard.writeText(url)
      setOutcome('copied')
    } catch {
      setOutcome({ url })
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" onClick={() => void share()}>
        Share
      </Button>
      <p role="status" className="text-small font-semibold">
        {outcome === 'copied' ? 'Link copied' : ''}
      </p>
      {typeof outcome === 'object' ? (
        <label className="text-small">
          Copy this link{' '}
          <input
            readOnly
            value={outcome.url}
            onFocus={(event) => event.currentTarget.select()}
            className="min-h-11 w-[260px] max-w-full rounded-field border border-field bg-surface px-3"
          />
        </label>
      ) : null}
    </div>
  )
}

/** Phones and tablets share by their own sheet; a desktop's is less use than the clipboard. */
function hasShareSheet(): boolean {
  return 'share' in navigator && window.matchMedia?.('(pointer: coarse)').matches
}
