import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { plural } from '../../src/rules/plural'
import { useNavigate } from '../../src/router'
import { AppLink, classes, isComposing } from '../../src/ui'
import { actions } from '../actions/actions'
import { FoundTag } from '../booking/states'
import type { Found, FoundRow, TermKind } from '../contract'
import { Dialog } from '../parts/Dialog'
import { EyeIcon, SearchIcon } from '../parts/icons'
import { Keys } from '../parts/Keys'
import { Said } from '../parts/Said'
import { dayText, money } from '../parts/texts'
import { useMay } from '../session'
import { lastSearch } from './last'
import { useSearch } from './useSearch'

/** The search over every screen: terms, rows, and what the chosen row says. */
export function SearchOverlay({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState(() => lastSearch.get().text)
  const [at, setAt] = useState(0)
  const { found, failure, settled } = useSearch(text)
  const list = useId()
  const rows = found?.rows ?? []
  const chosen = rows[Math.min(at, rows.length - 1)]
  const { onKeyDown } = useChoice({ rows, chosen, settled, setAt, onClose })
  return (
    <Dialog
      label="Find a booking"
      onClose={onClose}
      className="mt-3 mb-auto w-[960px] max-w-[calc(100vw-32px)] lg:mt-17"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <SearchIcon size={22} />
        <input
          type="text"
          role="combobox"
          aria-label="Find a booking"
          aria-expanded={rows.length > 0}
          aria-controls={list}
          aria-activedescendant={chosen && `${list}-${chosen.ref}`}
          aria-autocomplete="list"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="h-15 min-w-0 flex-1 bg-transparent text-figure outline-none"
        />
        <button type="button" onClick={onClose} className="control px-2 font-semibold">
          <span className="sr-only">Close</span>
          <Keys keys={['Esc']} />
        </button>
      </div>
      <ReadAs found={found} />
      <p role="status" className="sr-only">
        {settled && found ? countText(found) : ''}
      </p>
      <div className="grid lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="max-h-[60vh] min-h-40 overflow-y-auto">
          {failure ? (
            <div className="p-4">
              <Said kind="bad" title="Nothing was searched.">
                <p>{failure.message}</p>
              </Said>
            </div>
          ) : null}
          {found ? <p className="caption px-4 pt-3 pb-1">{countText(found)}</p> : null}
          <ul role="listbox" id={list} aria-label="Bookings">
            {rows.map((row, index) => (
              <Option
                key={row.ref}
                id={`${list}-${row.ref}`}
                row={row}
                chosen={row === chosen}
                onPoint={() => setAt(index)}
                onClose={onClose}
              />
            ))}
          </ul>
        </div>
        {chosen ? <Preview row={chosen} /> : null}
      </div>
      <Foot />
    </Dialog>
  )
}

/** The keys of the list. Enter before the rows are there opens the first as soon as it is. */
function useChoice({
  rows,
  chosen,
  settled,
  setAt,
  onClose,
}: {
  rows: readonly FoundRow[]
  chosen: FoundRow | undefined
  settled: boolean
  setAt: (change: (at: number) => number) => void
  onClose: () => void
}) {
  const navigate = useNavigate()
  const waits = useRef(false)
  const open = (row: FoundRow, newTab = false) => {
    const address = `/bookings/${row.ref}`
    if (newTab) return void window.open(address, '_blank', 'noopener')
    onClose()
    navigate(address)
  }
  useEffect(() => {
    if (!waits.current || !settled) return
    waits.current = false
    if (chosen) open(chosen)
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    const last = rows.length - 1
    if (event.key === 'ArrowDown') setAt((now) => Math.min(now + 1, last))
    else if (event.key === 'ArrowUp') setAt((now) => Math.max(Math.min(now, last) - 1, 0))
    else if (event.key !== 'Enter') {
      waits.current = false
      return
    } else if (!settled) waits.current = true
    else if (chosen) open(chosen, event.metaKey || event.ctrlKey)
    event.preventDefault()
  }
  return { onKeyDown }
}

function countText({ rows, more, forgiven }: Found): string {
  if (rows.length === 0) return 'No booking has all of this'
  const count = more
    ? `More than ${plural(rows.length, 'booking')}`
    : plural(rows.length, 'booking')
  return forgiven ? `${count}, with one letter changed` : count
}

const words: Record<TermKind, string> = {
  reference: 'reference',
  email: 'e-mail',
  phone: 'phone',
  postcode: 'postcode',
  amount: 'amount',
  card: 'card ending or amount',
  day: 'day',
  park: 'park',
  name: 'surname',
}

function ReadAs({ found }: { found: Found | undefined }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-2 border-b border-line bg-paper px-4 py-1.5 text-note">
      {found && found.terms.length > 0 ? (
        <>
          <span className="text-muted">Read as</span>
          <ul className="flex flex-wrap gap-2">
            {found.terms.map(({ kind, text }) => (
              <li
                key={`${kind} ${text}`}
                className="rounded-tag border border-line bg-surface px-2 py-0.5"
              >
                <b>{text}</b> {words[kind]}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <span className="text-muted">
          Name, reference, phone, e-mail, postcode, £313, 4421, 18 jun, park
        </span>
      )}
    </div>
  )
}

function Option({
  id,
  row,
  chosen,
  onPoint,
  onClose,
}: {
  id: string
  row: FoundRow
  chosen: boolean
  onPoint: () => void
  onClose: () => void
}) {
  const navigate = useNavigate()
  return (
    // The field keeps the focus: its keys choose the row (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      ref={chosen ? scrollTo : undefined}
      onPointerMove={onPoint}
      onClick={() => {
        onClose()
        navigate(`/bookings/${row.ref}`)
      }}
      className={classes(
        'cursor-pointer border-l-[3px] px-4 py-2',
        chosen ? 'border-focus bg-chosen-row' : 'border-transparent',
      )}
    >
      <span className="flex items-center gap-3">
        <b className="min-w-0 flex-1 truncate">{row.name || 'No name'}</b>
        <span className="font-semibold text-muted">{row.ref}</span>
        <FoundTag row={row} />
      </span>
      <span className="block text-note text-muted">
        {[
          `${row.park}, ${row.unit}`,
          `${dayText(row.arrival)}, ${plural(row.nights, 'night')}`,
          row.postcode,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  )
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** What the chosen row says, and what can be done with the booking. */
function Preview({ row }: { row: FoundRow }) {
  const may = useMay()
  return (
    <aside
      aria-label={`Booking ${row.ref}`}
      className="hidden border-l border-line bg-paper p-4 lg:block"
    >
      <h2 className="mb-2">{row.name || row.ref}</h2>
      <dl className="facts">
        <dt>Stay</dt>
        <dd>
          <b>{dayText(row.arrival)}</b>, {plural(row.nights, 'night')}
        </dd>
        <dt>Where</dt>
        <dd>
          {row.park}, {row.unit}
        </dd>
        {may('seeMoney') ? (
          <>
            <dt>Price</dt>
            <dd>{money(row.total)}</dd>
            <dt>Left to pay</dt>
            <dd>
              <b>{money(row.left)}</b>
            </dd>
          </>
        ) : null}
      </dl>
      <ul className="mt-3 border-t border-line pt-2">
        {actions
          .filter((action) => may(action.may))
          .map(({ path, title, icon: Icon }) => (
            <li key={path}>
              <AppLink
                href={`/bookings/${row.ref}/${path}`}
                className="control flex items-center gap-2.5 font-semibold hover:underline"
              >
                <Icon size={18} />
                <span>{title}</span>
              </AppLink>
            </li>
          ))}
      </ul>
    </aside>
  )
}

function Foot() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line px-4 py-2.5 text-note text-muted">
      <span className="hidden items-center gap-4 md:flex">
        <span className="inline-flex gap-2">
          <Keys keys={['↑', '↓']} />
          <span>choose</span>
        </span>
        <span className="inline-flex gap-2">
          <Keys keys={['⏎']} />
          <span>open</span>
        </span>
        <span className="inline-flex gap-2">
          <Keys keys={['Tab']} />
          <span>actions</span>
        </span>
      </span>
      <span className="inline-flex items-center gap-2">
        <EyeIcon size={16} />
        <span>This search is in the audit log</span>
      </span>
    </div>
  )
}
