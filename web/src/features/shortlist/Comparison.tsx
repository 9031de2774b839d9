import { useState, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import type { ShortlistPark } from '../../api/schema'
import { cheapestOf, facilityRows, seaText } from '../../rules/comparison'
import { formatMoney, toPence } from '../../rules/money'
import { onlyLeftInList } from '../../rules/unit-marks'
import { partySizeOf } from '../../rules/party'
import { plural } from '../../rules/plural'
import { takesPets } from '../../rules/search-url'
import { AppLink, ButtonLink, Checkbox, IconButton, Tag } from '../../ui'
import { CheckIcon, CloseIcon, MinusIcon } from '../../ui/icons'
import { useDayText } from '../catalogue'
import { Score } from '../park-card'
import {
  selectCriteria,
  selectFilterList,
  selectForm,
  selectSearchPath,
  type SearchRoot,
} from '../search'
import { cheapestPath, shortlistedPath } from './links'
import { ParkPicture } from './ParkPicture'

const LABEL =
  'sticky left-0 z-10 w-[112px] min-w-[112px] bg-inherit border-r border-line p-3 text-left align-top text-detail/5 font-normal lg:w-[190px] lg:px-5'
/** Wider than any column gets, so that all columns have the same width whatever the names. */
const CELL = 'w-[600px] min-w-[184px] border-r border-line p-3 align-top last:border-r-0'

/** Up to four parks side by side, in a table that scrolls sideways where it is too wide. */
export function Comparison({
  parks,
  onRemove,
}: {
  parks: readonly ShortlistPark[]
  /** Takes a park out of the comparison. */
  onRemove: (parkId: string) => void
}) {
  const [differing, setDiffering] = useState(false)
  const { Filters } = useSelector((state: SearchRoot) => selectFilterList(state))
  const facilities = facilityRows(
    parks,
    Filters.filter(({ compare }) => compare === undefined),
  )
  if (parks.length === 0) return null
  return (
    <section aria-labelledby="side-by-side" className="mt-7">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-5">
        <h2 id="side-by-side" className="display text-h2">
          Side by side
        </h2>
        {parks.length > 1 ? (
          <Checkbox
            label="Only what differs"
            checked={differing}
            onChange={(event) => setDiffering(event.target.checked)}
          />
        ) : null}
      </div>
      <div
        role="region"
        aria-label="Comparison"
        // It can have the focus, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="card relative overflow-x-auto p-0"
      >
        <table className="w-full border-collapse">
          <caption className="sr-only">{`${plural(parks.length, 'holiday')} side by side`}</caption>
          <TableHead parks={parks} onRemove={onRemove} />
          <tbody>
            <StayRows parks={parks} />
            {facilities
              .filter(({ differs }) => differs || !differing)
              .map(({ name, has, differs }) => (
                <Row
                  key={name}
                  parks={parks}
                  label={
                    <>
                      {name}
                      {differs ? (
                        <span className="block text-note text-muted"> Differs</span>
                      ) : null}
                    </>
                  }
                  strong={differs}
                  renderCell={(_, index) => <YesOrNo yes={has[index] === true} />}
                />
              ))}
            <LinkRow parks={parks} />
          </tbody>
        </table>
      </div>
    </section>
  )
}

function TableHead({
  parks,
  onRemove,
}: {
  parks: readonly ShortlistPark[]
  onRemove: (parkId: string) => void
}) {
  const form = useSelector(selectForm)
  const path = useSelector((state: SearchRoot) => selectSearchPath(state))
  return (
    <thead>
      <tr className="border-b border-line bg-surface">
        <td className={LABEL}>
          <span className="block">
            {`Price for the whole stay, ${plural(partySizeOf(form), 'guest')}${takesPets(form) ? ' + dogs' : ''}`}
          </span>
          <AppLink href={path} className="text-link mt-1 inline-flex min-h-11 items-center">
            Change your search
          </AppLink>
        </td>
        {parks.map((park) => {
          const left = onlyLeftInList(park.stay?.unitsLeft ?? 0)
          return (
            <th key={park.parkId} scope="col" className={`${CELL} text-left`}>
              <span className="relative block h-[120px] lg:h-[190px]">
                <ParkPicture park={park} className="size-full rounded-field" />
                <IconButton
                  icon={CloseIcon}
                  label={`Take ${park.name} out of the comparison`}
                  onClick={() => onRemove(park.parkId)}
                  className="absolute top-1.5 right-1.5"
                />
                {left ? (
                  <Tag kind="left" className="absolute bottom-2 left-2">
                    {left}
                  </Tag>
                ) : null}
              </span>
              <span className="display mt-2 block text-h3 wrap-anywhere">{park.name}</span>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Price, dates, deposit, reviews, place, and how far the sea is. */
function StayRows({ parks }: { parks: readonly ShortlistPark[] }) {
  const { stayText } = useDayText()
  const cheapest = cheapestOf(parks.map(({ stay }) => toPence(stay?.price)))
  return (
    <>
      <Row
        parks={parks}
        label="From"
        className="bg-sunk"
        renderCell={(park) => {
          const { stay, fromPrice } = park
          return stay ? (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <b className="text-price-md [font-stretch:86%]">{formatMoney(stay.price)}</b>
              {toPence(stay.price) === cheapest ? <Tag kind="cheapest">Cheapest</Tag> : null}
            </span>
          ) : (
            <>
              <b>No price for your dates</b>
              {fromPrice ? (
                <AppLink
                  href={cheapestPath(park) ?? ''}
                  className="text-link block text-small"
                >{`From ${formatMoney(fromPrice)} on other dates`}</AppLink>
              ) : null}
            </>
          )
        }}
      />
      <Row
        parks={parks}
        label="Date"
        renderCell={({ stay }) => (stay ? stayText(stay.date, stay.nights) : <Nothing />)}
      />
      <Row
        parks={parks}
        label="Deposit"
        renderCell={({ stay }) =>
          stay ? toPence(stay.deposit) ? formatMoney(stay.deposit) : 'Pay in full' : <Nothing />
        }
      />
      <Row
        parks={parks}
        label="Reviews"
        renderCell={({ bubbles, reviewCount }) =>
          bubbles ? <Score bubbles={bubbles} count={reviewCount} /> : 'No reviews yet'
        }
      />
      <Row
        parks={parks}
        label="Place"
        renderCell={({ town, regionName }) => [town, regionName].filter(Boolean).join(', ')}
      />
      {parks.some(({ seaMiles }) => seaMiles !== undefined) ? (
        <Row
          parks={parks}
          label="Distance to the sea"
          renderCell={({ seaMiles }) => (seaMiles === undefined ? <Nothing /> : seaText(seaMiles))}
        />
      ) : null}
    </>
  )
}

function LinkRow({ parks }: { parks: readonly ShortlistPark[] }) {
  const criteria = useSelector((state: SearchRoot) => selectCriteria(state))
  return (
    <Row
      parks={parks}
      label={<span className="sr-only">Prices and details</span>}
      renderCell={(park) => (
        <span className="flex flex-col items-center gap-2">
          {park.stay?.affiliate ? null : (
            <ButtonLink href={shortlistedPath(park, criteria, 'prices')} fullWidth>
              View All Prices
              <span className="sr-only">{` of ${park.name}`}</span>
            </ButtonLink>
          )}
          <AppLink
            href={shortlistedPath(park, criteria)}
            className="inline-flex min-h-11 items-center text-center text-detail/5 font-semibold wrap-anywhere underline underline-offset-4"
          >{`View ${park.name}`}</AppLink>
        </span>
      )}
    />
  )
}

function Row({
  parks,
  label,
  strong = false,
  className = 'bg-surface',
  renderCell,
}: {
  parks: readonly ShortlistPark[]
  label: ReactNode
  strong?: boolean
  className?: string
  renderCell: (park: ShortlistPark, index: number) => ReactNode
}) {
  return (
    <tr className={`border-b border-line last:border-b-0 ${className}`}>
      <th scope="row" className={`${LABEL} ${strong ? 'font-bold!' : ''}`}>
        {label}
      </th>
      {parks.map((park, index) => (
        <td key={park.parkId} className={CELL}>
          {renderCell(park, index)}
        </td>
      ))}
    </tr>
  )
}

function YesOrNo({ yes }: { yes: boolean }) {
  const Shape = yes ? CheckIcon : MinusIcon
  return (
    <span className={`inline-flex items-center gap-2.5 ${yes ? 'font-bold' : 'text-muted'}`}>
      <Shape size={20} aria-hidden="true" />
      <span>{yes ? 'Yes' : 'No'}</span>
    </span>
  )
}

function Nothing() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not known</span>
    </>
  )
}
