import { redirect, type RouteObject } from 'react-router'

const booking = () => import('../features/booking/pages')
const payment = () => import('../features/payment/pages')
const myBooking = () => import('../features/my-booking/pages')

/** The steps of a booking, and looking one up again. Any other child of /booking leads to its first step. */
export const bookingRoutes: RouteObject[] = [
  {
    path: '/booking',
    lazy: async () => ({ Component: (await booking()).BookingLayout }),
    children: [
      { path: 'extras', lazy: async () => ({ Component: (await booking()).ExtrasStep }) },
      { path: 'details', lazy: async () => ({ Component: (await booking()).DetailsStep }) },
      { path: 'payment', lazy: async () => ({ Component: (await payment()).PaymentStep }) },
      {
        path: 'payment-action',
        lazy: async () => ({ Component: (await payment()).PaymentAction }),
      },
      { path: 'confirmation', lazy: async () => ({ Component: (await booking()).Confirmation }) },
      { index: true, loader: () => redirect('/booking/extras') },
      { path: '*', loader: () => redirect('/booking/extras') },
    ],
  },
  { path: '/login', lazy: async () => ({ Component: (await myBooking()).LoginPage }) },
  { path: '/my-booking', lazy: async () => ({ Component: (await myBooking()).MyBookingPage }) },
  { path: '/reset', lazy: async () => ({ Component: (await myBooking()).ResetPage }) },
]
