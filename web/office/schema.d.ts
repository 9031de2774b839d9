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
  '/api/people': { method: 'POST'; input: None; answer: People };
  '/api/people/invite': { method: 'POST'; input: NewPerson; answer: InviteLink };
  '/api/people/change': { method: 'POST'; input: PersonChange; answer: None };
  '/api/audit': { method: 'POST'; input: AuditQuery; answer: Audit };
}
