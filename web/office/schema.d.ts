// Generated from the Go types of internal/office by `go run ./cmd/contract`. Do not edit.

/** What a person does here. */
export type Role =
  | 'reservations'
  | 'finance'
  | 'rates'
  | 'park'
  | 'manager'
  | 'auditor';

/** Something that people may do: a row of the table 'Who may' of docs/office.md. */
export type Permission =
  | 'find'
  | 'seeNames'
  | 'seeMoney'
  | 'book'
  | 'recordTransfer'
  | 'recordCash'
  | 'change'
  | 'note'
  | 'refundSmall'
  | 'refundMiddle'
  | 'refundLarge'
  | 'refundOtherWay'
  | 'cancelByTerms'
  | 'cancelAgainst'
  | 'voucherSmall'
  | 'voucherLarge'
  | 'closeUnits'
  | 'publish'
  | 'takeParksOff'
  | 'reportSales'
  | 'reportOccupancy'
  | 'reportAll'
  | 'issueStatements'
  | 'exportNames'
  | 'exportArrivals'
  | 'blockEmail'
  | 'erasePerson'
  | 'people'
  | 'auditOwn'
  | 'auditAll'
  | 'approve';

/** What a role may do with a permission: perhaps with a step-up, a second person, or only ask. */
export type Grant =
  | 'yes'
  | 'stepUp'
  | 'second'
  | 'secondStepUp'
  | 'ask'
  | 'ownParks';

/** Why a call was refused; each code has one HTTP status. */
export type Code =
  | 'signed_out'
  | 'locked'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'plan_changed'
  | 'invalid'
  | 'stepup'
  | 'too_many'
  | 'busy'
  | 'failed';

export interface Failure {
  error: Refusal;
}

export type None = Record<string, never>;

export interface Door {
  office: About;
  provider: string;
  people: DemoPerson[];
}

export interface Invitation {
  token: string;
}

export interface Invited {
  id: string;
  name: string;
  email: string;
  role: Role;
  options: PublicKeyCredentialCreationOptionsJSON;
}

export interface Made {
  id: string;
  token: string;
  credential: unknown;
}

export interface Me {
  person: Self;
  may: Partial<Record<Permission, Grant>>;
  needs: Partial<Record<Permission, Role[]>>;
  office: About;
}

export interface Asked {
  id: string;
  options: PublicKeyCredentialRequestOptionsJSON;
  provider: string;
}

export interface Shown {
  id: string;
  credential: unknown;
}

export interface DemoSignIn {
  id: string;
}

export interface Again {
  hash: string;
  to: string;
}

export interface SearchIn {
  text: string;
}

export interface SearchOut {
  terms: SearchTerm[];
  rows: SearchRow[];
  more: boolean;
  forgiven: boolean;
}

export type NoInput = Record<string, never>;

export interface TodayOut {
  rows: TodayRow[];
  arriving: DayCount;
  overdue: OverdueSum;
}

export interface TakeIn {
  id: string;
  take: boolean;
  later: number;
}

export interface ParksOut {
  parks: ParkName[];
}

export interface ArrivalsIn {
  park: string;
  day: string;
  part: string;
}

export interface ArrivalsOut {
  park: string;
  day: string;
  counts: ArrivalCounts;
  rows: ArrivalRow[];
}

export interface FileOut {
  name: string;
  text: string;
}

export interface ListIn {
  park: string;
}

export interface OverdueOut {
  rows: OverdueRow[];
  left: number;
  more: boolean;
}

export interface UnansweredOut {
  rows: UnansweredRow[];
  more: boolean;
}

export interface RefIn {
  ref: string;
}

export interface BookingRecord {
  ref: string;
  version: number;
  state: string;
  brand: string;
  arrival: string;
  departure: string;
  nights: number;
  unit: string;
  party: RecordParty;
  dogs: number;
  checkIn: string;
  checkOut: string;
  park: RecordPark;
  guest: RecordGuest;
  erasedOn: string;
  settled: boolean;
  money: RecordMoney;
  timeline: RecordEntry[];
  requests: Request[];
  record: RecordFact[];
  pending: RecordPending[];
  check: CallerCheck;
}

export interface CheckIn {
  ref: string;
  ticked: string[];
}

export interface CheckOut {
  check: CallerCheck;
}

export interface NoteIn {
  ref: string;
  key: string;
  kind?: string;
  about?: string;
  text: string;
  pinned: boolean;
  parkSees: boolean;
}

export interface NoteOut {
  id: string;
}

export interface People {
  rows: PersonRow[];
}

export interface NewPerson {
  email: string;
  name: string;
  role: Role;
  parks: string[];
}

export interface InviteLink {
  link: string;
}

export interface PersonChange {
  id: string;
  version: number;
  name: string;
  role: Role;
  parks: string[];
  disabled: boolean;
}

export interface AuditQuery {
  person: string;
  ref: string;
  action: string;
  before: string;
}

export interface Audit {
  rows: AuditRow[];
  more: boolean;
}

export interface PlanIn {
  ref: string;
  version: number;
  action: Action;
}

export interface PlanOut {
  hash: string;
  version: number;
  at: string;
  lines: PlanLine[];
  button: string;
  danger: boolean;
  delay: number;
  limit: string;
  stepUp: boolean;
  approval: boolean;
}

export interface DoIn extends PlanIn {
  hash: string;
  key: string;
}

export interface DoOut {
  outcome: string;
  id: string;
  text: string;
  at: string;
  note?: string;
  undoUntil?: string;
}

export interface DeedsIn {
  ref: string;
}

export interface DeedsOut {
  version: number;
  rows: DeedView[];
}

export interface DeedIn {
  id: string;
  reason?: string;
}

export interface ApprovalsOut {
  rows: Approval[];
}

export interface Refusal {
  code: Code;
  message: string;
  field?: string;
  needs?: Role[];
  by?: string;
  at?: string;
  plan?: string;
  request: string;
}

export interface About {
  name: string;
  demo: boolean;
}

export interface DemoPerson {
  id: string;
  name: string;
  role: Role;
}

export interface Self {
  id: string;
  name: string;
  email: string;
  role: Role;
  parks: string[];
}

export interface SearchTerm {
  kind: string;
  text: string;
}

export interface SearchRow {
  ref: string;
  name: string;
  postcode: string;
  park: string;
  unit: string;
  arrival: string;
  nights: number;
  state: string;
  settled: boolean;
  total: number;
  paid: number;
  left: number;
  due: string;
  why: string;
}

export interface TodayRow {
  id: string;
  kind: string;
  ref: string;
  name: string;
  todo: string;
  since: string;
  taken: string;
}

export interface DayCount {
  day: string;
  bookings: number;
  parks: number;
}

export interface OverdueSum {
  bookings: number;
  left: number;
  more: boolean;
}

export interface ParkName {
  id: string;
  name: string;
}

export interface ArrivalCounts {
  arrivals: number;
  departures: number;
  inHouse: number;
}

export interface ArrivalRow {
  ref: string;
  name: string;
  unit: string;
  arrival: string;
  nights: number;
  checkIn: string;
  party: string;
  people: number;
  dogs: number;
  prepare: string[];
  notes: string[];
  settled: boolean;
  left: number;
  told: string;
}

export interface OverdueRow {
  ref: string;
  name: string;
  phone: string;
  park: string;
  arrival: string;
  left: number;
  due: string;
  daysLate: number;
}

export interface UnansweredRow {
  ref: string;
  name: string;
  park: string;
  partner: string;
  arrival: string;
  since: string;
  state: string;
  why: string;
}

export interface RecordParty {
  adults: number;
  children: number;
  infants: number;
  text: string;
}

export interface RecordPark {
  id: string;
  name: string;
  operator: string;
  told: string;
  version: number;
  number: string;
  partner: string;
  at: string;
  refusal: string;
}

export interface RecordGuest {
  name: string;
  email: string;
  phone: string;
  address: string;
  postcode: string;
}

export interface RecordMoney {
  total: number;
  paid: number;
  returned: number;
  left: number;
  due: string;
  overdue: boolean;
  toOperator: boolean;
  unsure: boolean;
  lines: RecordLine[];
  payments: RecordPayment[];
}

export interface RecordEntry {
  id: string;
  at: string;
  who: string;
  kind: string;
  title: string;
  text: string;
  why: string;
  state: string;
  pinned: boolean;
  parkSees: boolean;
}

export interface Request {
  id: string;
  text: string;
  state: string;
  answer: string;
}

export interface RecordFact {
  label: string;
  text: string;
}

export interface RecordPending {
  id: string;
  by: string;
  kind: string;
  text: string;
  at: string;
}

export interface CallerCheck {
  until: string;
  matched: string[];
}

export interface PersonRow {
  id: string;
  version: number;
  name: string;
  email: string;
  role: Role;
  parks: string[];
  disabled: boolean;
  lastSeen: string;
}

export interface AuditRow {
  id: string;
  at: string;
  person: string;
  who: string;
  role: Role;
  action: string;
  ref: string;
  fields: string[];
  why: string;
  detail: string;
}

export interface Action {
  kind: string;
  why?: string;
  by?: string;
  amount?: number;
  bears?: string;
  category?: string;
  reason?: string;
  what?: string;
  arrival?: string;
  nights?: number;
  unit?: string;
  dogs?: number;
  free?: boolean;
  details: ActionDetails;
}

export interface PlanLine {
  kind: string;
  text: string;
  quiet?: boolean;
}

export interface DeedView {
  id: string;
  kind: string;
  state: string;
  text: string;
  by: string;
  second?: string;
  why: string;
  note?: string;
  at: string;
  due?: string;
  undoUntil?: string;
}

export interface Approval {
  id: string;
  ref: string;
  text: string;
  reason: string;
  by: string;
  at: string;
  lines: PlanLine[];
  button: string;
  mine: boolean;
}

export interface RecordLine {
  text: string;
  detail: string;
  amount: number;
}

export interface RecordPayment {
  id: string;
  at: string;
  method: string;
  text: string;
  state: string;
  amount: number;
  returned: number;
  alert: string;
}

export interface ActionDetails {
  title?: string;
  forename?: string;
  surname?: string;
  email?: string;
  phone?: string;
  address1?: string;
  address2?: string;
  town?: string;
  county?: string;
  postcode?: string;
  country?: string;
}

/** Every call by its path. */
export interface Calls {
  '/api/door': { method: 'GET'; input: None; answer: Door };
  '/api/invitation/begin': { method: 'POST'; input: Invitation; answer: Invited };
  '/api/invitation/finish': { method: 'POST'; input: Made; answer: Me };
  '/api/passkey/begin': { method: 'POST'; input: None; answer: Asked };
  '/api/passkey/finish': { method: 'POST'; input: Shown; answer: Me };
  '/api/demo/sign-in': { method: 'POST'; input: DemoSignIn; answer: Me };
  '/api/me': { method: 'GET'; input: None; answer: Me };
  '/api/sign-out': { method: 'POST'; input: None; answer: None };
  '/api/stepup/begin': { method: 'POST'; input: Again; answer: Asked };
  '/api/stepup/finish': { method: 'POST'; input: Shown; answer: None };
  '/api/find': { method: 'POST'; input: SearchIn; answer: SearchOut };
  '/api/today': { method: 'POST'; input: NoInput; answer: TodayOut };
  '/api/take': { method: 'POST'; input: TakeIn; answer: NoInput };
  '/api/arrivals/parks': { method: 'POST'; input: NoInput; answer: ParksOut };
  '/api/arrivals': { method: 'POST'; input: ArrivalsIn; answer: ArrivalsOut };
  '/api/arrivals/file': { method: 'POST'; input: ArrivalsIn; answer: FileOut };
  '/api/overdue': { method: 'POST'; input: ListIn; answer: OverdueOut };
  '/api/unanswered': { method: 'POST'; input: ListIn; answer: UnansweredOut };
  '/api/booking': { method: 'POST'; input: RefIn; answer: BookingRecord };
  '/api/check': { method: 'POST'; input: CheckIn; answer: CheckOut };
  '/api/note': { method: 'POST'; input: NoteIn; answer: NoteOut };
  '/api/people': { method: 'POST'; input: None; answer: People };
  '/api/people/invite': { method: 'POST'; input: NewPerson; answer: InviteLink };
  '/api/people/change': { method: 'POST'; input: PersonChange; answer: None };
  '/api/audit': { method: 'POST'; input: AuditQuery; answer: Audit };
  '/api/plan': { method: 'POST'; input: PlanIn; answer: PlanOut };
  '/api/do': { method: 'POST'; input: DoIn; answer: DoOut };
  '/api/deeds': { method: 'POST'; input: DeedsIn; answer: DeedsOut };
  '/api/undo': { method: 'POST'; input: DeedIn; answer: DoOut };
  '/api/now': { method: 'POST'; input: DeedIn; answer: DoOut };
  '/api/approvals': { method: 'POST'; input: None; answer: ApprovalsOut };
  '/api/approve': { method: 'POST'; input: DeedIn; answer: DoOut };
  '/api/refuse': { method: 'POST'; input: DeedIn; answer: DoOut };
}
