/** The one table of the office's screens: address, navigation, key and who may open it. */
import type { ComponentType } from 'react'
import type { RouteObject } from '../src/router'
import { BookingPage } from './booking/BookingPage'
import { ApprovalsPage } from './lists/ApprovalsPage'
import { ArrivalsPage } from './lists/ArrivalsPage'
import { FoundPage } from './lists/FoundPage'
import { OverduePage } from './lists/OverduePage'
import { TodayPage } from './lists/TodayPage'
import { UnansweredPage } from './lists/UnansweredPage'
import { NotFound } from './frame/NotFound'
import { Permitted } from './frame/Permitted'
import {
  ApprovalIcon,
  ArrivalIcon,
  BookingIcon,
  OverdueIcon,
  TodayIcon,
  UnansweredIcon,
} from './parts/icons'
import type { Permission } from './contract'

/** A screen that the navigation has. */
export interface Place {
  /** Where the navigation leads. */
  href: string
  /** The addresses below it, as the router reads them. */
  paths: readonly string[]
  title: string
  icon: ComponentType<{ size?: number }>
  /** The heading above it in the navigation. */
  group: '' | 'Money'
  /** The key after G. */
  key: string
  /** The permission without which it is not in the navigation. */
  may: Permission
  /** It is one of the tabs at the foot of a tablet. */
  tab: boolean
  page: ComponentType
}

export const places: readonly Place[] = [
  {
    href: '/',
    paths: ['/'],
    title: 'Today',
    icon: TodayIcon,
    group: '',
    key: 't',
    may: 'find',
    tab: true,
    page: TodayPage,
  },
  {
    href: '/bookings',
    paths: ['/bookings'],
    title: 'Bookings',
    icon: BookingIcon,
    group: '',
    key: 'b',
    may: 'find',
    tab: true,
    page: FoundPage,
  },
  {
    href: '/arrivals',
    paths: ['/arrivals', '/arrivals/:park/:day'],
    title: 'Arrivals',
    icon: ArrivalIcon,
    group: '',
    key: 'a',
    may: 'seeNames',
    tab: true,
    page: ArrivalsPage,
  },
  {
    href: '/overdue',
    paths: ['/overdue'],
    title: 'Overdue',
    icon: OverdueIcon,
    group: '',
    key: 'o',
    may: 'seeMoney',
    tab: true,
    page: OverduePage,
  },
  {
    href: '/unanswered',
    paths: ['/unanswered'],
    title: 'Unanswered',
    icon: UnansweredIcon,
    group: '',
    key: 'u',
    may: 'find',
    tab: true,
    page: UnansweredPage,
  },
  {
    href: '/approvals',
    paths: ['/approvals'],
    title: 'Approvals',
    icon: ApprovalIcon,
    group: 'Money',
    key: 'p',
    may: 'find',
    tab: false,
    page: ApprovalsPage,
  },
]

/** The routes of the table, and the booking with its actions. */
export const routes: readonly RouteObject[] = [
  ...places.flatMap(({ paths, may, title, page: Page }) =>
    paths.map((path) => ({
      path,
      element: (
        <Permitted may={may} title={title}>
          <Page />
        </Permitted>
      ),
    })),
  ),
  { path: '/bookings/:ref', element: <BookingPage /> },
  { path: '/bookings/:ref/:action', element: <BookingPage /> },
  { path: '*', element: <NotFound /> },
]
