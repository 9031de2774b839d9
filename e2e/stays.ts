import { now } from './clock'
import type { RunningServer } from './server'

/** A stay that can be booked, as the park results offer it; amounts in pence. */
export interface Stay {
  channel: string
  region: string
  parkId: string
  parkName: string
  /** The id of the offer. */
  unitId: string
  unitType: string
  unitDesc: string
  /** dd/mm/yyyy. */
  date: string
  nights: number
  price: number
  /** 0 where none is allowed. */
  deposit: number
  unitsLeft: number
  /** The park's page on that date. */
  path: string
}

/** What a test needs of a stay. */
export interface Wanted {
  parkId: string
  nights: number
  unitType?: string
  /** How many months from now the search begins. */
  monthsOn?: number
  adults?: number
  /** The smallest number of units that must be left. */
  left?: number
}

interface Park {
  name: string
  slug: string
  regn: string
  channels: string[]
}

interface Unit {
  unitId: string
  unitType: string
  unitDesc: string
  unitPrice: string
  deposit: string
  unitsLeft: number
}

type ParkResults = Record<string, Record<string, Unit[]>>

async function call<T>(server: RunningServer, path: string, query: Record<string, string>) {
  const answer = await fetch(`${server.url}/api/${path}?${new URLSearchParams(query).toString()}`)
  return ((await answer.json()) as { data: T }).data
}

/**
 * The earliest stay that fits, from `monthsOn` months from now. Parks that close for the winter have
 * none for months.
 */
export async function findStay(server: RunningServer, wanted: Wanted): Promise<Stay> {
  const { monthsOn = 5 } = wanted
  for (let month = monthsOn; month <= monthsOn + 6; month += 2) {
    const stay = await firstStay(server, wanted, window(month))
    if (stay) return stay
  }
  throw new Error(`${wanted.parkId} has no stay of ${wanted.nights} nights`)
}

/** The earliest stay that fits between two days. */
async function firstStay(
  server: RunningServer,
  { parkId, nights, unitType, adults = 2, left = 1 }: Wanted,
  days: { from: string; to: string },
): Promise<Stay | undefined> {
  const { park } = await call<{ park: Park }>(server, 'parkdetails', { parkId })
  const channel = park.channels[0] ?? ''
  const { results } = await call<{ results: ParkResults }>(server, 'parkresults', {
    parkId,
    channel,
    nights: String(nights),
    adults: String(adults),
    ...days,
  })
  for (const date of Object.keys(results).toSorted(byDay)) {
    const unit = results[date]?.[String(nights)]?.find(
      (one) => one.unitType === (unitType ?? one.unitType) && one.unitsLeft >= left,
    )
    if (!unit) continue
    const query = new URLSearchParams({
      channel,
      region: park.regn,
      date,
      nights: String(nights),
      adults: String(adults),
    })
    return {
      channel,
      region: park.regn,
      parkId,
      parkName: park.name,
      unitId: unit.unitId,
      unitType: unit.unitType,
      unitDesc: unit.unitDesc,
      date,
      nights,
      price: pence(unit.unitPrice),
      deposit: pence(unit.deposit || '0'),
      unitsLeft: unit.unitsLeft,
      path: `/park-result/${parkId}/${park.slug}?${query.toString()}`,
    }
  }
  return undefined
}

/** The id of the unit type of a search result. */
export async function unitTypeOf(server: RunningServer, found: Found): Promise<string> {
  const units = await unitsOn(server, found)
  const unit = units.find(({ unitId }) => unitId === found.unitId)
  if (!unit) throw new Error(`${found.parkId} does not offer ${found.unitId}`)
  return unit.unitType
}

/** A search result, with the fields that the tests read. */
export interface Found {
  channel: string
  parkId: string
  name: string
  unitId: string
  date: string
  nights: number
  price: string
  deposit: string
  exact: boolean
  affiliate: string
}

/** How many units are left for a stay. */
export async function unitsLeft(
  server: RunningServer,
  stay: Pick<Stay, 'channel' | 'parkId' | 'unitType' | 'date' | 'nights'>,
): Promise<number> {
  const units = await unitsOn(server, stay)
  return units.find((unit) => unit.unitType === stay.unitType)?.unitsLeft ?? 0
}

async function unitsOn(
  server: RunningServer,
  { parkId, channel, date, nights }: Pick<Stay, 'channel' | 'parkId' | 'date' | 'nights'>,
): Promise<Unit[]> {
  const { results } = await call<{ results: ParkResults }>(server, 'parkresults', {
    parkId,
    channel,
    nights: String(nights),
    adults: '2',
    from: date,
    to: date,
  })
  return results[date]?.[String(nights)] ?? []
}

const pence = (pounds: string) => Math.round(Number(pounds) * 100)

/** The first and last day, 'dd/mm/yyyy', of the 60 days that begin `monthsOn` months from now. */
function window(monthsOn: number): { from: string; to: string } {
  const from = new Date(now())
  from.setUTCMonth(from.getUTCMonth() + monthsOn, 1)
  const to = new Date(from)
  to.setUTCDate(to.getUTCDate() + 60)
  return { from: short(from), to: short(to) }
}

const short = (day: Date) => day.toISOString().slice(0, 10).split('-').toReversed().join('/')

const byDay = (one: string, other: string) => (key(one) < key(other) ? -1 : 1)
const key = (date: string) => date.split('/').toReversed().join('')

/** The year of the next month of this number (1 to 12) that begins at least a month from now. */
export function yearOfNext(month: number): number {
  const soon = new Date(now())
  soon.setMonth(soon.getMonth() + 1)
  const year = soon.getFullYear()
  return new Date(year, month - 1, 1) > soon ? year : year + 1
}
