import type { RouteObject } from 'react-router'
import { lazyPage } from './lazy-page'
import { Redirect } from './redirects'

const booking = () => import('../features/booking/pages')
const payment = () => import('../features/payment/pages')
const myBooking = () => import('../features/my-booking/pages')

/** The steps of a booking, and looking one up again. Any other child of /booking leads to its first step. */
export const bookingRoutes: RouteObject[] = [
  {
    element: lazyPage(booking, 'BookingLayout'),
    children: [
      { path: '/booking/extras', element: lazyPage(booking, 'ExtrasStep') },
      { path: '/booking/details', element: lazyPage(booking, 'DetailsStep') },
      { path: '/booking/payment', element: lazyPage(payment, 'PaymentStep') },
      { path: '/booking/payment-action', element: lazyPage(payment, 'PaymentAction') },
      { path: '/booking/confirmation', element: lazyPage(booking, 'Confirmation') },
    ],
  },
  { path: '/booking/*', element: <Redirect to="/booking/extras" /> },
  { path: '/login', element: lazyPage(myBooking, 'LoginPage') },
  { path: '/my-booking', element: lazyPage(myBooking, 'MyBookingPage') },
  { path: '/reset', element: lazyPage(myBooking, 'ResetPage') },
]
