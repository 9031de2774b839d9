import { plural } from '../../src/rules/plural'
import { ToldTag } from '../booking/states'
import type { Unanswered, UnansweredRow } from '../contract'
import { Page } from '../parts/Page'
import { dayText, whenText } from '../parts/texts'
import { ListFailure } from './ListState'
import { Empty, GuestCell, Table, type Column } from './Table'
import { useList } from './useList'

const columns: readonly Column<UnansweredRow>[] = [
  { title: 'Since', cell: ({ since }) => whenText(since) },
  { title: 'Guest', cell: ({ ref, name }) => <GuestCell reference={ref} name={name} /> },
  {
    title: 'Park',
    cell: ({ park, partner }) => (
      <>
        <span className="block">{park}</span>
        <span className="block text-muted">{partner}</span>
      </>
    ),
  },
  { title: 'Arrival', cell: ({ arrival }) => dayText(arrival) },
  { title: 'State', cell: ({ state }) => <ToldTag told={state} /> },
  { title: 'Why', wide: true, cell: ({ why }) => why },
]

/** Bookings that their parks have not acknowledged, or have refused: the longest waiting first. */
export function UnansweredPage() {
  const { data, failure } = useList<Unanswered>('/api/unanswered')
  return (
    <Page
      title="Unanswered"
      line={
        data && data.rows.length > 0
          ? `${data.more ? 'More than ' : ''}${plural(data.rows.length, 'booking')} that the park has not acknowledged, or has refused.`
          : undefined
      }
    >
      <ListFailure failure={failure} old={data !== undefined} />
      {data && data.rows.length > 0 ? (
        <Table name="Unanswered" rows={data.rows} keyOf={({ ref }) => ref} columns={columns} />
      ) : null}
      {data && data.rows.length === 0 ? <Empty title="Every park has answered" /> : null}
    </Page>
  )
}
