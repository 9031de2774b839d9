import type { ComponentType } from 'react'
import { dayOf, monthName, weekdayName } from '../../src/rules/dates'
import { plural } from '../../src/rules/plural'
import { AppLink } from '../../src/ui'
import { post } from '../api'
import { lookedAt } from '../booking/looked'
import type { Today } from '../contract'
import { Button, ButtonLink } from '../parts/Button'
import { Card } from '../parts/Card'
import {
  ArrivalIcon,
  BouncedIcon,
  CardIcon,
  OverdueIcon,
  RefundIcon,
  UnansweredIcon,
} from '../parts/icons'
import { Page } from '../parts/Page'
import { StateTag, type Shade } from '../parts/StateTag'
import { money, today, whenText } from '../parts/texts'
import { useDoing } from '../parts/useDoing'
import { useMay, useMe } from '../session'
import { ListFailure } from './ListState'
import { Empty, GuestCell, Table, type Column } from './Table'
import { useList } from './useList'

type Task = Today['rows'][number]

const kinds: Record<
  Task['kind'],
  { word: string; shade: Shade; icon: ComponentType<{ size?: number }> }
> = {
  mail: { word: 'E-mail failed', shade: 'bad', icon: BouncedIcon },
  park: { word: 'Park silent', shade: 'soon', icon: UnansweredIcon },
  refund: { word: 'Refund failed', shade: 'bad', icon: RefundIcon },
  payment: { word: 'Payment', shade: 'bad', icon: CardIcon },
}

/** What needs somebody, what tomorrow brings, and the bookings that one has just had open. */
export function TodayPage() {
  const { data, failure, reload } = useList<Today>('/api/today')
  const day = today()
  return (
    <Page
      title={`Today, ${weekdayName(day)} ${dayOf(day)} ${monthName(day)}`}
      documentTitle="Today"
      line={data ? summary(data) : undefined}
    >
      <ListFailure failure={failure} old={data !== undefined} />
      {data ? <Tasks rows={data.rows} reload={reload} /> : null}
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        {data ? <Numbers data={data} /> : null}
        <LookedAt />
      </div>
    </Page>
  )
}

const summary = ({ rows, arriving }: Today) =>
  `${rows.length === 1 ? '1 thing needs' : `${rows.length} things need`} someone. ${plural(arriving.bookings, 'arrival')} tomorrow at ${plural(arriving.parks, 'park')}.`

const columns: readonly Column<Task>[] = [
  {
    title: 'Why',
    cell: ({ kind }) => {
      const { word, shade, icon } = kinds[kind]
      return (
        <StateTag icon={icon} shade={shade}>
          {word}
        </StateTag>
      )
    },
  },
  { title: 'Booking', cell: ({ ref, name }) => <GuestCell reference={ref} name={name} /> },
  { title: 'What to do', cell: ({ todo }) => todo },
  { title: 'Since', wide: true, cell: ({ since }) => whenText(since) },
]

/** The columns, with a button for those who may take a task. */
const columnsFor = (may: boolean, reload: () => void): readonly Column<Task>[] => [
  ...columns,
  {
    title: 'Taken by',
    cell: (task) => (may ? <Taken task={task} reload={reload} /> : task.taken || 'nobody'),
  },
]

function Tasks({ rows, reload }: { rows: readonly Task[]; reload: () => void }) {
  const may = useMay()('note')
  if (rows.length === 0) {
    return (
      <Empty title="Nothing needs someone">
        <p className="text-muted">What fails by itself, or waits for an answer, stands here.</p>
      </Empty>
    )
  }
  return (
    <Table
      name="What needs someone"
      rows={rows}
      keyOf={({ id }) => id}
      columns={columnsFor(may, reload)}
    />
  )
}

/** Who has taken a task: it is given back by who took it. */
function Taken({ task, reload }: { task: Task; reload: () => void }) {
  const { person } = useMe()
  const { busy, failure, run } = useDoing()
  const mine = task.taken === person.name
  const body = { id: task.id, take: !mine, later: 0 }
  return (
    <span className="flex items-center gap-2">
      <span className={task.taken ? undefined : 'text-muted'}>{task.taken || 'nobody'}</span>
      {task.taken && !mine ? null : (
        <Button
          disabled={busy}
          onClick={() =>
            void run(
              (signal) => post<object>('/api/take', body, signal),
              () => reload(),
            )
          }
        >
          {mine ? 'Give back' : 'Take'}
        </Button>
      )}
      {failure ? (
        <span role="alert" className="text-danger">
          {failure.message}
        </span>
      ) : null}
    </span>
  )
}

function Numbers({ data: { arriving, overdue } }: { data: Today }) {
  const may = useMay()
  return (
    <div className="grid content-start gap-4 md:grid-cols-2">
      <section aria-label="Arrive tomorrow" className="card p-4">
        <p className="flex items-center gap-2 text-muted">
          <ArrivalIcon size={18} />
          <span>Arrive tomorrow</span>
        </p>
        <p className="text-h1 font-bold">{arriving.bookings}</p>
        <p>{`at ${plural(arriving.parks, 'park')}`}</p>
      </section>
      {may('seeMoney') ? (
        <section aria-label="Overdue" className="card p-4">
          <p className="flex items-center gap-2 text-muted">
            <OverdueIcon size={18} />
            <span>Overdue</span>
          </p>
          <p className="text-h1 font-bold">{money(overdue.left)}</p>
          <p>
            <AppLink href="/overdue" className="text-link">
              {overdue.more
                ? `more than ${plural(overdue.bookings, 'booking')}`
                : plural(overdue.bookings, 'booking')}
            </AppLink>
          </p>
        </section>
      ) : null}
    </div>
  )
}

function LookedAt() {
  const looked = lookedAt.use()
  return (
    <Card title="You looked at">
      {looked.length === 0 ? (
        <p className="text-muted">The bookings that you open stand here until you close the tab.</p>
      ) : (
        <ul className="divide-y divide-line">
          {looked.map(({ ref, name }) => (
            <li key={ref} className="flex items-center justify-between py-2">
              <GuestCell reference={ref} name={name} />
              <ButtonLink href={`/bookings/${ref}`}>Open</ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
