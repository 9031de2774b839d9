/** The table of what can be done with a booking: address, key, permission and form. */
import type { ComponentType } from 'react'
import { CancelIcon, GuestIcon, RefundIcon, SendIcon } from '../parts/icons'
import type { Permission } from '../contract'
import { CancelForm } from './CancelForm'
import { DetailsForm } from './DetailsForm'
import type { FormProps } from './form'
import { RefundForm } from './RefundForm'
import { SendForm } from './SendForm'

interface BookingAction {
  /** The last part of its address. */
  path: string
  title: string
  /** Its single letter; '' where it has none, so that nothing is cancelled by a slip. */
  key: string
  may: Permission
  icon: ComponentType<{ size?: number }>
  danger: boolean
  form: ComponentType<FormProps>
}

export const actions: readonly BookingAction[] = [
  {
    path: 'details',
    title: 'Guest details',
    key: 'd',
    may: 'change',
    icon: GuestIcon,
    danger: false,
    form: DetailsForm,
  },
  {
    path: 'refund',
    title: 'Refund',
    key: 'r',
    may: 'refundSmall',
    icon: RefundIcon,
    danger: false,
    form: RefundForm,
  },
  {
    path: 'send',
    title: 'Send again',
    key: 's',
    may: 'change',
    icon: SendIcon,
    danger: false,
    form: SendForm,
  },
  {
    path: 'cancel',
    title: 'Cancel booking',
    key: '',
    may: 'cancelByTerms',
    icon: CancelIcon,
    danger: true,
    form: CancelForm,
  },
]
