import { useState } from 'react'
import { useLocation, useNavigate } from '../../router'
import type { PriceMap } from '../../api/schema'
import { CHANNEL_NAMES } from '../../rules/channels'
import { formatMoney } from '../../rules/money'
import { partyWords } from '../../rules/party'
import { plural } from '../../rules/plural'
import { AppLink } from '../../ui'
import { useDayText } from '../catalogue'
import {
  cellsPath,
  daysOf,
  priceMapAddress,
  regionPath,
  staysOf,
  weekOf,
  type PriceMapAddress,
  type RegionStay,
} from './price-map'

/**
 * The colours of the fifths, cheapest first: from light to dark, so that they differ for people who
 * see no colours too. Each fifth also has its number on the map. internal/web/pricecard.go draws with
 * the same ones.
 */
const COLOURS = ['#ffffcc', '#a1dab4', '#41b6c4', '#2c7fb8', '#253494'] as const

const colourOf = (fifth: number) => COLOURS[fifth - 1] ?? COLOURS[0]

/** The colour of a text on the colour of a fifth. */
const inkOn = (fifth: number) => (fifth > 3 ? '#ffffff' : '#14233b')

/** Writes a week: 'Mon 14th Jun to Sun 20th Jun'; 'Any week' for ''. */
export function useWeekText() {
  const { shortDay } = useDayText()
  return (monday: string) => {
    const days = daysOf(monday)
    return days ? `${shortDay(days.first)} to ${shortDay(days.last)}` : 'Any week'
  }
}

/** The map of a week with its legend, the slider over the weeks, and the table of the same prices. */
export function PricesByRegion({ map, address }: { map: PriceMap; address: PriceMapAddress }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  // While the slider moves, the address stays as it is.
  const [moved, setMoved] = useState<{ search: string; week: number }>()
  const week = moved?.search === search ? moved.week : weekOf(map, address.week)
  const mondayOf = (of: number) => map.weeks[of]?.monday ?? ''
  const weekText = useWeekText()
  const { stays, without } = staysOf(map, week)
  const text = weekText(mondayOf(week))
  if (map.weeks.length === 0)
    return (
      <p
        role="status"
        className="text-lead"
      >{`Nothing is on sale for ${partyWords(address)} and ${plural(address.nights, 'night')}. Try other nights or any holiday type.`}</p>
    )
  return (
    <section aria-labelledby="price-map-week">
      <h2 id="price-map-week" className="display text-h2">
        {week > 0 ? `Arriving ${text}` : text}
      </h2>
      <p role="status" className="mt-1 text-muted">
        {`${plural(stays.length, 'region')} with ${plural(address.nights, 'night')} on sale. Price for the whole stay, ${partyWords(address)}${address.dogs ? ', with dog(s)' : ''}.`}
      </p>
      <WeekSlider
        week={week}
        last={map.weeks.length - 1}
        text={text}
        onMove={(to) => setMoved({ search, week: to })}
        onRest={() => {
          const to = priceMapAddress({ ...address, week: mondayOf(week) })
          if (moved?.search === search) navigate(to, { replace: true, state: { keepScroll: true } })
        }}
      />
      <div className="mt-4 grid items-start gap-x-9 gap-y-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div>
          <RegionMap map={map} stays={stays} address={address} />
          <Legend upTo={map.weeks[week]?.upTo ?? []} none={without.length > 0} />
        </div>
        <div>
          <RegionTable stays={stays} address={address} />
          {without.length > 0 ? (
            <p className="mt-4 text-muted">
              {`Nothing on sale: ${without.map(({ name }) => name).join(', ')}.`}
            </p>
          ) : null}
        </div>
      </div>
    </section>
  )
}

/** The slider over the weeks: the first place is any week. The form has the same choice without script. */
function WeekSlider({
  week,
  last,
  text,
  onMove,
  onRest,
}: {
  week: number
  last: number
  text: string
  onMove: (week: number) => void
  /** The slider has been let go. */
  onRest: () => void
}) {
  return (
    <label className="mt-4 flex max-w-[44rem] items-center gap-4 noscript:hidden">
      <span className="shrink-0 font-semibold">Week</span>
      <input
        type="range"
        min={0}
        max={last}
        step={1}
        value={week}
        aria-valuetext={text}
        onChange={(event) => onMove(Number(event.target.value))}
        onPointerUp={onRest}
        onKeyUp={onRest}
        onBlur={onRest}
        className="h-11 w-full accent-accent"
      />
    </label>
  )
}

/** 'Sat 12th Jun, 7 nights, UK Lodge Breaks'. */
function useStayWords(nights: number) {
  const { stayText } = useDayText()
  return ({ date, channel }: RegionStay) =>
    `${stayText(date, nights)}, ${CHANNEL_NAMES[channel] ?? ''}`
}

/**
 * The map. A region leads to its stays. The table has the same links, so keyboards and screen readers
 * pass over the map.
 */
function RegionMap({
  map,
  stays,
  address,
}: {
  map: PriceMap
  stays: readonly RegionStay[]
  address: PriceMapAddress
}) {
  const stayWords = useStayWords(address.nights)
  const sold = new Set(stays.map(({ region }) => region.id))
  return (
    <svg
      viewBox={`0 0 ${map.width} ${map.height}`}
      aria-hidden="true"
      className="mx-auto block h-auto w-full max-w-[26rem] rounded-card bg-sunk"
    >
      <defs>
        <clipPath id="price-map-land">
          <path d={map.land} clipRule="evenodd" />
        </clipPath>
        <pattern
          id="price-map-none"
          width="14"
          height="14"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="14" height="14" fill="#ffffff" />
          <rect width="4" height="14" fill="#9aa1ac" />
        </pattern>
      </defs>
      <path d={map.land} fillRule="evenodd" fill="#e4e4e4" />
      <g clipPath="url(#price-map-land)" shapeRendering="crispEdges">
        {map.regions
          .filter(({ id }) => !sold.has(id))
          .map(({ id, name, cells }) => (
            <path key={id} d={cellsPath(cells, map.cell)} fill="url(#price-map-none)">
              <title>{`${name}: nothing on sale`}</title>
            </path>
          ))}
        {stays.map((stay) => (
          <AppLink key={stay.region.id} href={regionPath(stay, address)} tabIndex={-1}>
            <title>{`${stay.region.name}: ${formatMoney(stay.price)}, ${stayWords(stay)}`}</title>
            <path
              d={cellsPath(stay.region.cells, map.cell)}
              fill={colourOf(stay.fifth)}
              stroke="#ffffff"
              strokeWidth="1"
              className="hover:opacity-70"
            />
          </AppLink>
        ))}
      </g>
      <path d={map.land} fill="none" stroke="#6b7480" strokeWidth="1.5" />
      {stays
        .filter(({ region }) => region.cells.length > 0)
        .map(({ region, fifth }) => (
          <text
            key={region.id}
            x={region.x}
            y={region.y}
            dy="8"
            fontWeight="700"
            textAnchor="middle"
            fill={inkOn(fifth)}
            className="pointer-events-none text-standfirst"
          >
            {fifth}
          </text>
        ))}
    </svg>
  )
}

/** What the numbers and colours mean. */
function Legend({ upTo, none }: { upTo: readonly string[]; none: boolean }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-2 text-small" aria-label="Key of the map">
      {upTo.map((price, index) => (
        <li key={price} className="flex items-center gap-2">
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <rect width="24" height="24" fill={colourOf(index + 1)} stroke="#6b7480" />
            <text
              x="12"
              y="17"
              fontWeight="700"
              textAnchor="middle"
              fill={inkOn(index + 1)}
              className="text-detail"
            >
              {index + 1}
            </text>
          </svg>
          <span>{`Up to ${formatMoney(price)}`}</span>
        </li>
      ))}
      {none ? (
        <li className="flex items-center gap-2">
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <rect width="24" height="24" fill="url(#price-map-none)" stroke="#6b7480" />
          </svg>
          <span>Nothing on sale</span>
        </li>
      ) : null}
    </ul>
  )
}

function RegionTable({
  stays,
  address,
}: {
  stays: readonly RegionStay[]
  address: PriceMapAddress
}) {
  const stayWords = useStayWords(address.nights)
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">The cheapest stay of each region, cheapest first</caption>
      <thead>
        <tr className="border-b border-line text-small text-muted">
          <th scope="col" className="py-2 pr-3 font-semibold">
            Region
          </th>
          <th scope="col" className="py-2 pr-3 font-semibold">
            Key
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            Cheapest stay
          </th>
        </tr>
      </thead>
      <tbody>
        {stays.map((stay) => (
          <tr key={stay.region.id} className="border-b border-line">
            <th scope="row" className="py-2.5 pr-3 font-normal">
              <span className="block font-semibold">{stay.region.name}</span>
              <span className="block text-small text-muted">{stayWords(stay)}</span>
            </th>
            <td className="py-2.5 pr-3">{stay.fifth}</td>
            <td className="py-2.5 text-right">
              <AppLink
                href={regionPath(stay, address)}
                aria-label={`${stay.region.name}: ${formatMoney(stay.price)}`}
                className="text-link font-bold"
              >
                {formatMoney(stay.price)}
              </AppLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
