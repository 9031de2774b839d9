import type { ReactNode } from 'react'
import { AppLink, classes } from '../../src/ui'

export interface Column<Row> {
  title: string
  /** Sums stand at the right. */
  sum?: boolean
  /** It is left out on a tablet. */
  wide?: boolean
  cell: (row: Row) => ReactNode
}

/** A list to work through, as a real table. */
export function Table<Row>({
  name,
  rows,
  keyOf,
  columns,
}: {
  name: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
}) {
  const look = ({ sum, wide }: Column<Row>) =>
    classes(sum && 'sum', wide && 'max-lg:hidden print:table-cell')
  return (
    <div className="card overflow-x-auto print:border-0">
      <table className="rows">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={look(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.title} className={look(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A guest, with the reference below, as a link to the booking. */
export function GuestCell({ reference, name }: { reference: string; name: string }) {
  return (
    <AppLink href={`/bookings/${reference}`} className="hover:underline">
      <b className="block">{name || 'No name'}</b>
      <span className="font-semibold text-muted">{reference}</span>
    </AppLink>
  )
}

/** A list that has nothing: what comes next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="card flex flex-col items-center gap-2 p-10 text-center">
      <h2>{title}</h2>
      {children}
    </div>
  )
}
