/**
 * What the office's calls send and answer (internal/office). Money is whole pence, a day is
 * 'YYYY-MM-DD', an instant RFC 3339; a text or day that is not there is ''.
 */

export type Role = 'reservations' | 'finance' | 'rates' | 'park' | 'manager' | 'auditor'

/** What a role may do with a permission: perhaps with a step-up, a second person, or only ask for it. */
export type Grant = 'yes' | 'stepUp' | 'second' | 'secondStepUp' | 'ask' | 'ownParks'

/** `GET /api/me`: who is signed in, and what they may do. */
export interface Me {
  person: { id: string; name: string; email: string; role: Role; parks: string[] }
  /** What the person may do, by permission (internal/office/staff). */
  may: Readonly<Record<string, Grant>>
  /** Who may do what the person may not, or may only ask for. */
  needs: Readonly<Record<string, Role[]>>
  office: Office
}

export interface Office {
  name: string
  demo: boolean
}

/** `GET /api/door`: how one signs in. */
export interface Door {
  office: Office
  /** The address of the identity provider's sign-in; '' where there is none. */
  provider: string
}

export type TermKind =
  'reference' | 'email' | 'phone' | 'postcode' | 'amount' | 'card' | 'day' | 'park' | 'name'

export type BookingState =
  'held' | 'paying' | 'confirmed' | 'in_house' | 'stayed' | 'cancelled' | 'refunded' | 'expired'

export interface FoundRow {
  ref: string
  name: string
  park: string
  unit: string
  arrival: string
  nights: number
  postcode: string
  state: BookingState
  total: number
  paid: number
  left: number
  due: string
  /** Nothing is left to pay: also for those who see no sums. */
  settled: boolean
}

/** `POST /api/find` */
export interface Found {
  terms: { kind: TermKind; text: string }[]
  rows: FoundRow[]
  /** There are more bookings than rows. */
  more: boolean
  /** Nothing matched as typed; a typing error was forgiven. */
  forgiven: boolean
}

export type EventKind = 'money' | 'mail' | 'change' | 'note' | 'park' | 'check' | 'booked'

export interface TimelineEvent {
  id: string
  at: string
  /** A name, 'system' or 'guest'. */
  who: string
  kind: EventKind
  title: string
  text: string
  why: string
  /** What became of an e-mail (waiting, sent, failed) or a payment. */
  state: string
  pinned: boolean
  parkSees: boolean
}

/** What a person has set going and can still undo. */
export interface Pending {
  id: string
  /** As 'Priya S refunds £40.00'. */
  text: string
  at: string
  by: string
}

/** How far the caller is checked. */
export interface CallerCheck {
  until: string
  matched: CallerFact[]
}

export type CallerFact = 'postcode' | 'arrival' | 'amount' | 'card'

export interface Guest {
  name: string
  email: string
  phone: string
  address: string
  postcode: string
}

export interface Payment {
  id: string
  at: string
  method: string
  text: string
  state: string
  amount: number
  returned: number
  /** What somebody must look at. */
  alert: string
}

export interface Money {
  total: number
  paid: number
  returned: number
  left: number
  due: string
  overdue: boolean
  /** The balance is paid at the park. */
  toOperator: boolean
  /** The outcome of a payment is not known yet: money waits. */
  unsure: boolean
  lines: { text: string; detail: string; amount: number }[]
  payments: Payment[]
}

/** What a park knows of a booking. none: nobody is told. */
export type Told = 'none' | 'waiting' | 'delivered' | 'acknowledged' | 'refused'

/** `POST /api/booking` */
export interface Booking {
  ref: string
  /** Raised by every change; a plan says for which it was worked out. */
  version: number
  state: BookingState
  brand: string
  arrival: string
  departure: string
  nights: number
  unit: string
  party: { adults: number; children: number; infants: number; text: string }
  dogs: number
  checkIn: string
  checkOut: string
  park: {
    id: string
    name: string
    operator: string
    told: Told
    version: number
    number: string
    partner: string
    at: string
    refusal: string
  }
  /** null: erased, not entered yet, or not to be seen. */
  guest: Guest | null
  erasedOn: string
  settled: boolean
  /** null: the person sees no sums. */
  money: Money | null
  timeline: TimelineEvent[]
  requests: { id: string; text: string; state: string; answer: string }[]
  record: { label: string; text: string }[]
  pending: Pending[]
  check: CallerCheck
}

/** Corrections of the guest's details; what is left out stays as it is. */
export interface Details {
  forename?: string
  surname?: string
  email?: string
  phone?: string
  address1?: string
  town?: string
  postcode?: string
}

/** What a person asks for. */
export type Action =
  | {
      kind: 'refund'
      why: 'wrong' | 'overpaid' | 'mistake'
      amount: number
      bears: 'operator' | 'we' | 'half'
      category: string
      reason: string
    }
  | {
      kind: 'cancel'
      by: 'terms' | 'against'
      amount: number
      bears: 'operator' | 'we' | 'half'
      reason: string
    }
  | { kind: 'details'; details: Details; reason: string }
  | { kind: 'send'; what: 'confirmation' | 'reminder' }

export type PlanLineKind =
  'money' | 'price' | 'stay' | 'stock' | 'park' | 'email' | 'statement' | 'undo'

export interface PlanLine {
  kind: PlanLineKind
  text: string
  /** Nothing changes there. */
  quiet?: boolean
}

/** `POST /api/plan`: what will happen, as the server works it out. */
export interface Plan {
  hash: string
  version: number
  at: string
  lines: PlanLine[]
  /** What the button says, such as 'Refund £40.00 to card ending 7730'. */
  button: string
  danger: boolean
  /** Seconds before it is done. */
  delay: number
  /** The limits that it meets, in words. */
  limit: string
  stepUp: boolean
  /** A second person is asked. */
  approval: boolean
}

/** What became of an action: `POST /api/do`, `undo`, `now`, `approve` and `refuse`. */
export interface Done {
  outcome: 'done' | 'pending' | 'approval' | 'undone' | 'refused'
  id: string
  text: string
  at: string
  /** Why it was refused. */
  note?: string
}

/** `POST /api/approvals`: what waits for a second person. */
export interface Approvals {
  rows: Approval[]
}

export interface Approval {
  id: string
  ref: string
  text: string
  reason: string
  by: string
  at: string
  lines: PlanLine[]
  button: string
  /** The reader has asked for it, and so cannot agree to it. */
  mine: boolean
}

/** `POST /api/today`: what needs somebody, and what tomorrow brings. */
export interface Today {
  rows: {
    id: string
    kind: 'mail' | 'park' | 'refund' | 'payment'
    ref: string
    name: string
    todo: string
    since: string
    taken: string
  }[]
  arriving: { day: string; bookings: number; parks: number }
  overdue: { bookings: number; left: number; more: boolean }
}

/** `POST /api/overdue` */
export interface Overdue {
  rows: OverdueRow[]
  left: number
  more: boolean
}

export interface OverdueRow {
  ref: string
  name: string
  phone: string
  park: string
  arrival: string
  left: number
  due: string
  daysLate: number
}

/** `POST /api/unanswered`: reservations that their park has not acknowledged, or has refused. */
export interface Unanswered {
  rows: UnansweredRow[]
  more: boolean
}

export interface UnansweredRow {
  ref: string
  name: string
  park: string
  partner: string
  arrival: string
  since: string
  state: 'waiting' | 'delivered' | 'refused'
  why: string
}

/** `POST /api/arrivals/parks` */
export interface Parks {
  parks: { id: string; name: string }[]
}

/** Which guests of a park and day. */
export type ArrivalsPart = 'arrivals' | 'departures' | 'in_house'

/** `POST /api/arrivals` */
export interface Arrivals {
  /** Its name. */
  park: string
  day: string
  counts: { arrivals: number; departures: number; inHouse: number }
  rows: ArrivalRow[]
}

export interface ArrivalRow {
  ref: string
  name: string
  unit: string
  arrival: string
  nights: number
  checkIn: string
  party: string
  people: number
  dogs: number
  prepare: string[]
  notes: string[]
  settled: boolean
  left: number
  told: Told
}
