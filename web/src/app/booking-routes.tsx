import type { RouteObject } from 'react-router'
import { lazyBookingPage } from './lazy-page'
import { Redirect } from './redirects'

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
    ...lazyBookingPage(layout, 'BookingLayout'),
    children: [
      { path: '/booking/extras', ...lazyBookingPage(booking, 'ExtrasStep') },
      { path: '/booking/details', ...lazyBookingPage(booking, 'DetailsStep') },
      { path: '/booking/payment', ...lazyBookingPage(payment, 'PaymentStep') },
      { path: '/booking/payment-action', ...lazyBookingPage(payment, 'PaymentAction') },
      { path: '/booking/confirmation', ...lazyBookingPage(booking, 'Confirmation') },
    ],
  },
  { path: '/booking/*', element: <Redirect to="/booking/extras" /> },
  { path: '/login', ...lazyBookingPage(myBooking, 'LoginPage') },
  { path: '/my-booking', ...lazyBookingPage(myBooking, 'MyBookingPage') },
  { path: '/reset', ...lazyBookingPage(myBooking, 'ResetPage') },
]
