/**
 * What the office's calls send and answer. The fields are those of the Go types (schema.d.ts); here
 * stand the words of fields that have only certain ones. Money is whole pence, a day is 'YYYY-MM-DD',
 * an instant RFC 3339; a text or day that is not there is ''.
 */
import type * as go from './schema'

export type { Door, Me, OverdueRow, Permission, Role } from './schema'
export type {
  ActionDetails as Details,
  OverdueOut as Overdue,
  ParksOut as Parks,
  RecordGuest as Guest,
  RecordMoney as Money,
  RecordPending as Pending,
} from './schema'

/** A Go type, some of whose fields are narrowed. A field that Go does not have is an error. */
type Narrow<
  Of,
  By extends { [Field in keyof By]: Field extends keyof Of ? unknown : never },
> = Omit<Of, keyof By> & By

export type TermKind =
  'reference' | 'email' | 'phone' | 'postcode' | 'amount' | 'card' | 'day' | 'park' | 'name'

export type BookingState =
  'held' | 'paying' | 'confirmed' | 'in_house' | 'stayed' | 'cancelled' | 'refunded' | 'expired'

export type FoundRow = Narrow<go.SearchRow, { state: BookingState }>

/** `POST /api/find` */
export type Found = Narrow<
  go.SearchOut,
  { terms: Narrow<go.SearchTerm, { kind: TermKind }>[]; rows: FoundRow[] }
>

export type EventKind = 'money' | 'mail' | 'change' | 'note' | 'park' | 'check' | 'booked'

/** who is a name, 'system' or 'guest'; state is what became of an e-mail or a payment. */
export type TimelineEvent = Narrow<go.RecordEntry, { kind: EventKind }>

export type CallerFact = 'postcode' | 'arrival' | 'amount' | 'card'

/** How far the caller is checked. */
export type CallerCheck = Narrow<go.CallerCheck, { matched: CallerFact[] }>

/** What a park knows of a booking. none: nobody is told. */
export type Told = 'none' | 'waiting' | 'delivered' | 'acknowledged' | 'refused'

/**
 * `POST /api/booking`. guest is null where the details are erased, not entered yet, or not to be seen;
 * money where the person sees no sums.
 */
export type Booking = Narrow<
  go.BookingRecord,
  {
    state: BookingState
    park: Narrow<go.RecordPark, { told: Told }>
    guest: go.RecordGuest | null
    money: go.RecordMoney | null
    timeline: TimelineEvent[]
    check: CallerCheck
  }
>

type Bears = 'operator' | 'we' | 'half'

/** What a person asks for. */
export type Action =
  | {
      kind: 'refund'
      why: 'wrong' | 'overpaid' | 'mistake'
      amount: number
      bears: Bears
      category: string
      reason: string
    }
  | { kind: 'cancel'; by: 'terms' | 'against'; amount: number; bears: Bears; reason: string }
  | { kind: 'details'; details: go.ActionDetails; reason: string }
  | { kind: 'send'; what: 'confirmation' | 'reminder' }

export type PlanLineKind =
  'money' | 'price' | 'stay' | 'stock' | 'park' | 'email' | 'statement' | 'undo'

export type PlanLine = Narrow<go.PlanLine, { kind: PlanLineKind }>

/** `POST /api/plan`: what will happen, as the server works it out. */
export type Plan = Narrow<go.PlanOut, { lines: PlanLine[] }>

/** What waits for a second person. */
export type Approval = Narrow<go.Approval, { lines: PlanLine[] }>

/** `POST /api/approvals` */
export type Approvals = Narrow<go.ApprovalsOut, { rows: Approval[] }>

/** What became of an action: `POST /api/do`, `undo`, `now`, `approve` and `refuse`. */
export type Done = Narrow<
  go.DoOut,
  { outcome: 'done' | 'pending' | 'approval' | 'undone' | 'refused' }
>

/** `POST /api/today`: what needs somebody, and what tomorrow brings. */
export type Today = Narrow<
  go.TodayOut,
  { rows: Narrow<go.TodayRow, { kind: 'mail' | 'park' | 'refund' | 'payment' }>[] }
>

export type UnansweredRow = Narrow<go.UnansweredRow, { state: 'waiting' | 'delivered' | 'refused' }>

/** `POST /api/unanswered`: reservations that their park has not acknowledged, or has refused. */
export type Unanswered = Narrow<go.UnansweredOut, { rows: UnansweredRow[] }>

/** Which guests of a park and day. */
export type ArrivalsPart = 'arrivals' | 'departures' | 'in_house'

/** `POST /api/arrivals` */
export type Arrivals = Narrow<go.ArrivalsOut, { rows: Narrow<go.ArrivalRow, { told: Told }>[] }>

export type ArrivalRow = Arrivals['rows'][number]
