import { useState } from 'react'
import { AppLink } from '../../src/ui'
import { post } from '../api'
import type { Approval, Approvals, Done } from '../contract'
import { Button } from '../parts/Button'
import { Page } from '../parts/Page'
import { Said } from '../parts/Said'
import { whenText } from '../parts/texts'
import { useDoing } from '../parts/useDoing'
import { useMay } from '../session'
import { ListFailure } from './ListState'
import { Empty } from './Table'
import { useList } from './useList'

/** Plans that wait for a second person. Nobody agrees to their own. */
export function ApprovalsPage() {
  const { data, failure, reload } = useList<Approvals>('/api/approvals')
  const [done, setDone] = useState<Done>()
  return (
    <Page title="Approvals" line="Plans that wait for a second person.">
      <ListFailure failure={failure} old={data !== undefined} />
      <div role="status">
        {done ? (
          <div className="mb-3">
            <Said
              kind={done.outcome === 'refused' ? 'soon' : 'good'}
              title={[done.text, done.note].filter(Boolean).join(' ')}
            />
          </div>
        ) : null}
      </div>
      <ul className="flex flex-col gap-4">
        {data?.rows.map((row) => (
          <li key={row.id}>
            <Waiting
              approval={row}
              onDone={(result) => {
                setDone(result)
                reload()
              }}
            />
          </li>
        ))}
      </ul>
      {data && data.rows.length === 0 ? <Empty title="Nothing waits for a second person" /> : null}
    </Page>
  )
}

function Waiting({ approval, onDone }: { approval: Approval; onDone: (done: Done) => void }) {
  const { id, ref, text, reason, by, at, lines, button, mine } = approval
  const may = useMay()('approve')
  const { busy, failure, run } = useDoing()
  const [why, setWhy] = useState('')
  return (
    <article className="card p-4" aria-label={text}>
      <h2>{text}</h2>
      <p className="text-muted">
        {`${by}, ${whenText(at)}, `}
        <AppLink href={`/bookings/${ref}`} className="text-link">
          {ref}
        </AppLink>
      </p>
      <p className="my-2">{reason}</p>
      <ul className="mb-3 border-t border-line">
        {lines.map((line) => (
          <li
            key={`${line.kind} ${line.text}`}
            className={`border-b border-line py-1.5 ${line.quiet ? 'text-muted' : ''}`}
          >
            {line.text}
          </li>
        ))}
      </ul>
      {failure ? (
        <div className="mb-3">
          <Said kind="bad" title={failure.message} />
        </div>
      ) : null}
      {may && !mine ? (
        <div className="flex flex-wrap items-end gap-3">
          <Button
            look="commit"
            disabled={busy}
            onClick={() => void run((signal) => post<Done>('/api/approve', { id }, signal), onDone)}
          >
            {button}
          </Button>
          <label className="ml-auto flex flex-col gap-1 text-note font-semibold">
            <span>Why not</span>
            <input
              className="text-box"
              maxLength={500}
              value={why}
              onChange={(event) => setWhy(event.target.value)}
            />
          </label>
          <Button
            look="danger"
            disabled={busy || !why.trim()}
            onClick={() =>
              void run(
                (signal) => post<Done>('/api/refuse', { id, reason: why.trim() }, signal),
                onDone,
              )
            }
          >
            Refuse
          </Button>
        </div>
      ) : (
        <p className="text-muted">
          {mine ? 'You have asked for it.' : 'Somebody else agrees to it.'}
        </p>
      )}
    </article>
  )
}
