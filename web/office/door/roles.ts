import type { Role } from '../contract'

/** The roles as people read them. */
export const ROLES: Readonly<Record<Role, string>> = {
  reservations: 'Reservations',
  finance: 'Finance',
  rates: 'Content and rates',
  park: 'Park',
  manager: 'Manager',
  auditor: 'Auditor',
}
