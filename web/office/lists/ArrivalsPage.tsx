import { useState } from 'react'
import { addDays } from '../../src/rules/dates'
import { plural } from '../../src/rules/plural'
import { useNavigate, useParams } from '../../src/router'
import { ToldTag } from '../booking/states'
import type { Arrivals, ArrivalRow, ArrivalsPart, Parks } from '../contract'
import { Button } from '../parts/Button'
import { PrintIcon } from '../parts/icons'
import { Page } from '../parts/Page'
import { dayText, money, today } from '../parts/texts'
import { ListFailure } from './ListState'
import { Empty, GuestCell, Table, type Column } from './Table'
import { useList } from './useList'

const columns: readonly Column<ArrivalRow>[] = [
  { title: 'Expected', cell: ({ checkIn }) => checkIn },
  { title: 'Guest', cell: ({ ref, name }) => <GuestCell reference={ref} name={name} /> },
  { title: 'Unit', cell: ({ unit }) => unit },
  {
    title: 'Stay',
    cell: ({ nights, party, dogs }) => (
      <>
        <span className="block">{plural(nights, 'night')}</span>
        <span className="block text-muted">
          {[party, dogs > 0 && plural(dogs, 'dog')].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  { title: 'To prepare', cell: ({ prepare }) => prepare.join(', ') || '–' },
  { title: 'Notes the park sees', wide: true, cell: ({ notes }) => notes.join(' ') },
  {
    title: 'Paid, park',
    cell: ({ settled, left, told }) => (
      <>
        <span className={settled ? 'block text-success' : 'block font-semibold text-danger'}>
          {settled ? 'Paid' : left > 0 ? `${money(left)} left` : 'Not paid in full'}
        </span>
        <ToldTag told={told} />
      </>
    ),
  },
]

const parts: readonly { part: ArrivalsPart; title: string; count: keyof Arrivals['counts'] }[] = [
  { part: 'arrivals', title: 'Arrivals', count: 'arrivals' },
  { part: 'departures', title: 'Departures', count: 'departures' },
  { part: 'in_house', title: 'In house', count: 'inHouse' },
]

/** Who arrives at a park on a day, leaves or stays. Each printed sheet says park and day. */
export function ArrivalsPage() {
  const { data: known, failure } = useList<Parks>('/api/arrivals/parks')
  const params = useParams()
  const parks = known?.parks ?? []
  const park = params.park ?? parks[0]?.id
  return park === undefined ? (
    <Page title="Arrivals">
      <ListFailure failure={failure} old={false} />
      {known ? <Empty title="There is no park" /> : null}
    </Page>
  ) : (
    <ParkDay park={park} day={params.day ?? addDays(today(), 1)} parks={parks} />
  )
}

function ParkDay({ park, day, parks }: { park: string; day: string; parks: Parks['parks'] }) {
  const [part, setPart] = useState<ArrivalsPart>('arrivals')
  const { data, failure } = useList<Arrivals>('/api/arrivals', JSON.stringify({ park, day, part }))
  const title = parts.find((one) => one.part === part)?.title ?? ''
  const name = parks.find(({ id }) => id === park)?.name ?? data?.park ?? ''
  return (
    <Page
      title={`${title}, ${name}`}
      line={dayText(day)}
      beside={
        <Button icon={PrintIcon} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <Filters park={park} day={day} parks={parks} />
      <div role="group" aria-label="Who" className="no-print mb-4 flex flex-wrap">
        {parts.map((one) => (
          <Button
            key={one.part}
            look={one.part === part ? 'chosen' : 'plain'}
            aria-pressed={one.part === part}
            onClick={() => setPart(one.part)}
          >
            {`${one.title} ${data ? data.counts[one.count] : ''}`}
          </Button>
        ))}
      </div>
      <ListFailure failure={failure} old={data !== undefined} />
      {data && data.rows.length > 0 ? (
        <Table name={title} rows={data.rows} keyOf={({ ref }) => ref} columns={columns} />
      ) : null}
      {data && data.rows.length === 0 ? <Empty title="Nobody on this day" /> : null}
    </Page>
  )
}

/** The park and the day: both stand in the address. */
function Filters({ park, day, parks }: { park: string; day: string; parks: Parks['parks'] }) {
  const navigate = useNavigate()
  const go = (to: string, on: string) => navigate(`/arrivals/${encodeURIComponent(to)}/${on}`)
  return (
    <div className="no-print mb-4 flex flex-wrap items-end gap-3">
      <label className="flex flex-col gap-1 text-note font-semibold">
        <span>Park</span>
        <select className="text-box" value={park} onChange={(event) => go(event.target.value, day)}>
          {parks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="flex flex-col gap-1 text-note font-semibold">
        <span>Day</span>
        <input
          type="date"
          className="text-box"
          value={day}
          onChange={(event) => {
            if (event.target.value) go(park, event.target.value)
          }}
        />
      </label>
      <Button onClick={() => go(park, addDays(day, -1))}>Day before</Button>
      <Button onClick={() => go(park, addDays(day, 1))}>Next day</Button>
    </div>
  )
}
