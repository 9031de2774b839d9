import { plural } from '../../src/rules/plural'
import { AppLink } from '../../src/ui'
import type { Overdue, OverdueRow } from '../contract'
import { Page } from '../parts/Page'
import { dayText, money } from '../parts/texts'
import { ListFailure } from './ListState'
import { Empty, GuestCell, Table, type Column } from './Table'
import { useList } from './useList'

const columns: readonly Column<OverdueRow>[] = [
  { title: 'Late', cell: ({ daysLate }) => plural(daysLate, 'day') },
  { title: 'Guest', cell: ({ ref, name }) => <GuestCell reference={ref} name={name} /> },
  {
    title: 'Stay',
    cell: ({ park, arrival }) => (
      <>
        <span className="block">{park}</span>
        <span className="block text-muted">{dayText(arrival)}</span>
      </>
    ),
  },
  {
    title: 'Telephone',
    cell: ({ phone }) =>
      phone ? (
        <AppLink href={`tel:${phone}`} className="hover:underline">
          {phone}
        </AppLink>
      ) : (
        '–'
      ),
  },
  { title: 'Due', wide: true, cell: ({ due }) => dayText(due) },
  { title: 'Left', sum: true, cell: ({ left }) => <b>{money(left)}</b> },
]

/** Balances that should have been paid, in the order of arrival: in which they are rung. */
export function OverduePage() {
  const { data, failure } = useList<Overdue>('/api/overdue')
  return (
    <Page
      title="Overdue balances"
      line={
        data && data.rows.length > 0
          ? `${data.more ? 'More than ' : ''}${plural(data.rows.length, 'booking')}, ${money(data.left)}, in the order of arrival.`
          : undefined
      }
    >
      <ListFailure failure={failure} old={data !== undefined} />
      {data && data.rows.length > 0 ? (
        <Table name="Overdue" rows={data.rows} keyOf={({ ref }) => ref} columns={columns} />
      ) : null}
      {data && data.rows.length === 0 ? <Empty title="Nobody is overdue" /> : null}
    </Page>
  )
}
