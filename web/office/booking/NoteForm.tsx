import { useRef, type ComponentType } from 'react'
import { post } from '../api'
import { dropDraft, useDraft } from '../drafts'
import { useKeys } from '../keyboard'
import { Button } from '../parts/Button'
import { EyeIcon, PinIcon } from '../parts/icons'
import { COMMAND } from '../parts/Keys'
import { useDoing } from '../parts/useDoing'
import { offlineSince, useMay } from '../session'

const empty = { text: '', pinned: false, parkSees: false, key: '' }

/** A note. It is only added: nobody overwrites what another has written. */
export function NoteForm({
  bookingRef,
  reload,
}: {
  bookingRef: string
  reload: () => Promise<void>
}) {
  const draft = `${bookingRef}/note`
  const [values, change] = useDraft(draft, empty)
  const { busy, failure, run } = useDoing()
  const field = useRef<HTMLTextAreaElement>(null)
  const offline = offlineSince.use() !== undefined
  const may = useMay()('note')
  useKeys({ m: () => field.current?.focus() })
  if (!may) return null
  const text = values.text.trim()
  const add = () => {
    if (!text || offline) return
    // One key for each note: one more after a lost answer is the same note.
    const key = values.key || crypto.randomUUID()
    change({ key })
    const { pinned, parkSees } = values
    void run(
      (signal) =>
        post<object>('/api/note', { ref: bookingRef, key, text, pinned, parkSees }, signal),
      () => {
        change(empty)
        dropDraft(draft)
        void reload()
      },
    )
  }
  return (
    <div className="rounded-field border border-field focus-within:border-ink">
      <textarea
        ref={field}
        aria-label="Write a note"
        placeholder="Write a note…"
        rows={text ? 3 : 1}
        maxLength={2000}
        value={values.text}
        onChange={(event) => change({ text: event.target.value, key: '' })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          event.stopPropagation()
          add()
        }}
        className="block w-full resize-y rounded-field bg-transparent px-3 py-2 text-value"
      />
      <div className="flex flex-wrap items-center gap-2 px-2 pb-2">
        <Switch icon={PinIcon} on={values.pinned} onChange={(pinned) => change({ pinned })}>
          Pin
        </Switch>
        <Switch icon={EyeIcon} on={values.parkSees} onChange={(parkSees) => change({ parkSees })}>
          Park sees it
        </Switch>
        {text ? (
          <Button
            look="commit"
            className="ml-auto"
            disabled={busy || offline}
            keys={[COMMAND, '⏎']}
            onClick={add}
          >
            Add note
          </Button>
        ) : null}
      </div>
      {failure ? (
        <p role="alert" className="px-3 pb-2 text-danger">
          {failure.message}
        </p>
      ) : null}
    </div>
  )
}

function Switch({
  icon,
  on,
  onChange,
  children,
}: {
  icon: ComponentType<{ size?: number }>
  on: boolean
  onChange: (on: boolean) => void
  children: string
}) {
  return (
    <Button
      look={on ? 'chosen' : 'plain'}
      icon={icon}
      aria-pressed={on}
      onClick={() => onChange(!on)}
    >
      {children}
    </Button>
  )
}
