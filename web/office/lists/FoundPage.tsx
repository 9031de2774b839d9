import { plural } from '../../src/rules/plural'
import { FoundTag } from '../booking/states'
import type { FoundRow } from '../contract'
import { Page } from '../parts/Page'
import { COMMAND } from '../parts/Keys'
import { dayText, money } from '../parts/texts'
import { lastSearch } from '../search/last'
import { useMay } from '../session'
import { Empty, GuestCell, Table, type Column } from './Table'

const columns: readonly Column<FoundRow>[] = [
  { title: 'Guest', cell: ({ ref, name }) => <GuestCell reference={ref} name={name} /> },
  {
    title: 'Park and unit',
    cell: ({ park, unit }) => (
      <>
        <span className="block">{park}</span>
        <span className="block text-muted">{unit}</span>
      </>
    ),
  },
  {
    title: 'Stay',
    cell: ({ arrival, nights }) => `${dayText(arrival)}, ${plural(nights, 'night')}`,
  },
  { title: 'Postcode', wide: true, cell: ({ postcode }) => postcode },
  { title: 'State', cell: (row) => <FoundTag row={row} /> },
]

/** Only for those who see sums: others get 0 for each. */
const sumColumns: readonly Column<FoundRow>[] = [
  { title: 'Price', sum: true, wide: true, cell: ({ total }) => money(total) },
  { title: 'Left', sum: true, cell: ({ left }) => money(left) },
]

/** What the last search has found, as a list. */
export function FoundPage() {
  const { text, found } = lastSearch.use()
  const sums = useMay()('seeMoney')
  if (!found || found.rows.length === 0) {
    return (
      <Page title="Bookings">
        <Empty title={found ? `No booking has all of ‘${text}’` : 'Nothing was searched yet'}>
          <p className="text-muted">{`${COMMAND} K finds a booking by anything that a caller says.`}</p>
        </Empty>
      </Page>
    )
  }
  const { rows, more } = found
  return (
    <Page
      title="Bookings"
      line={`${more ? 'The first ' : ''}${plural(rows.length, 'booking')} found for ‘${text}’.`}
    >
      <Table
        name="Bookings found"
        rows={rows}
        keyOf={({ ref }) => ref}
        columns={sums ? [...columns, ...sumColumns] : columns}
      />
    </Page>
  )
}
