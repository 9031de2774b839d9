import type { RouteObject } from '../router'
import { lazyPage } from './lazy-page'
import { Redirect } from './redirects'

const slices = ['booking'] as const
const layout = () => import('../features/booking/layout.pages')
const booking = () => import('../features/booking/pages')
const payment = () => import('../features/payment/pages')
const myBooking = () => import('../features/my-booking/pages')

/**
 * The steps of a booking, and the pages to find an existing one. Other paths below /booking
 * redirect to the first step.
 */
export const bookingRoutes: RouteObject[] = [
  {
    ...lazyPage(slices, layout, 'BookingLayout'),
    children: [
      { path: '/booking/extras', ...lazyPage(slices, booking, 'ExtrasStep') },
      { path: '/booking/details', ...lazyPage(slices, booking, 'DetailsStep') },
      { path: '/booking/payment', ...lazyPage(slices, payment, 'PaymentStep') },
      { path: '/booking/payment-action', ...lazyPage(slices, payment, 'PaymentAction') },
      { path: '/booking/confirmation', ...lazyPage(slices, booking, 'Confirmation') },
    ],
  },
  { path: '/booking/*', element: <Redirect to="/booking/extras" /> },
  { path: '/login', ...lazyPage(slices, myBooking, 'LoginPage') },
  { path: '/my-booking', ...lazyPage(slices, myBooking, 'MyBookingPage') },
  { path: '/reset', ...lazyPage(slices, myBooking, 'ResetPage') },
]
