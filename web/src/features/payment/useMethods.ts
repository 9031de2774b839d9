import { useState } from 'react'
import { useSelector } from 'react-redux'
import { selectWallet } from '../catalogue'
import { useFlag } from '../flags'
import type { RootWithPayment } from './pay'

/** A method that the visitor can choose. */
export type Method = 'worldpay' | 'paypal'

export interface Methods {
  /** The methods that can be used, in the order in which they are shown. */
  offered: readonly Method[]
  /** Undefined when no method is offered. */
  chosen: Method | undefined
  choose: (method: Method) => void
}

/** The card and, where the brand has one, the wallet, while their flags are on. The method of the last attempt is chosen, or the first. */
export function useMethods(): Methods {
  const card = useFlag('isWorldpayOn')
  const walletOn = useFlag('isPaypalOn')
  const wallet = useSelector(selectWallet) && walletOn
  const used = useSelector(({ payment }: RootWithPayment) => payment.paymntUsed)
  const [preferred, choose] = useState<Method>(used === 'paypal' ? 'paypal' : 'worldpay')
  const offered: Method[] = []
  if (card) offered.push('worldpay')
  if (wallet) offered.push('paypal')
  return { offered, chosen: offered.includes(preferred) ? preferred : offered[0], choose }
}
