import { useState } from 'react'
import { useSelector } from 'react-redux'
import { useLocation, useNavigate } from '../../router'
import { errorMessages, hasCode, useAppDispatch } from '../../api'
import type { ParkDetails } from '../../api/schema'
import { useErrorShown, useLifetime } from '../../ui'
import { CODE_MISSING, useBookingCode, type StartParams, type StartResult } from '../booking'
import { loadPromoDates, promoPrice } from '../promotion'
import { isFound, NO_SEARCH_ID, partyOf, selectForm, selectResultsState } from '../search'
import type { PriceChange } from './PriceChanged'
import type { ShownUnit } from './UnitRow'

const GONE = 'This unit is no longer available. Please choose another one.'

const PROMOTION_OVER =
  'Your code words do not count for this holiday any more. Enter them again, or book without them.'

/** Why 'Book' failed, and where on the page to show it. */
export interface BookFailure {
  unitId: string
  text: string
  /** The unit is sold: its row is removed, and the message takes this position in the list. */
  index?: number
}

/** What is booked: an offer, described as in its row. */
type Offer = Pick<
  StartParams,
  'unitId' | 'unitTypeId' | 'unitDesc' | 'party' | 'promo' | 'promoPrice'
>

type NotStarted = Extract<StartResult, { kind: 'unavailable' | 'failed' }>

const isPromotionOver = (result: NotStarted) =>
  result.kind === 'failed' && hasCode(result.error, 'PROMO_NOT_VALID')

/** What is said of a booking that was not started; nothing where its error has no text. */
function failureOf(result: NotStarted, unitId: string, index: number): BookFailure | undefined {
  if (result.kind === 'unavailable') return { unitId, text: GONE, index }
  const text = isPromotionOver(result) ? PROMOTION_OVER : errorMessages(result.error).join('\n')
  return text ? { unitId, text } : undefined
}

/** 'Book': starts a booking and opens its page, or shows beside the button why that failed. */
export function useBooking(park: ParkDetails | undefined, searchId: string | undefined) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const form = useSelector(selectForm)
  const results = useSelector(selectResultsState)
  const lifetime = useLifetime()
  const loadCode = useBookingCode()
  const [busyUnit, setBusyUnit] = useState<string>()
  const [failure, setFailure] = useState<BookFailure>()
  const [changed, setChanged] = useState<PriceChange & { offer: Offer; index: number }>()
  useErrorShown(failure?.text)

  const start = async (offer: Offer, row: { name: string; price: string; index: number }) => {
    if (!park || busyUnit) return
    setBusyUnit(offer.unitId)
    setFailure(undefined)
    setChanged(undefined)
    const signal = lifetime()
    const params: StartParams = {
      ...offer,
      searchId: isFound(results) ? results.searchId : (searchId ?? NO_SEARCH_ID),
      parkBookingUrl: pathname + search,
      channelId: form.channelId,
      parkId: park.parkId,
      parkName: park.name,
    }
    const startBooking = await loadCode().catch(() => undefined)
    if (signal.aborted) return
    const result: StartResult = startBooking
      ? await dispatch(startBooking(params, signal))
      : { kind: 'failed', error: CODE_MISSING }
    // The visitor has left the page: the answer opens no other page.
    if (signal.aborted) return
    if ('bookingId' in result) {
      // Stays busy until the booking's page is shown.
      navigate('/booking/extras')
      return
    }
    setBusyUnit(undefined)
    if (result.kind === 'price-changed') {
      const { unitId, price } = result
      const promoPrice = offer.promo ? price : undefined
      setChanged({ ...row, was: row.price, price, offer: { ...offer, unitId, promoPrice } })
      return
    }
    // The pass or the promotion has ended: the answer to this says so, and the gate is shown again.
    if (isPromotionOver(result)) void dispatch(loadPromoDates())
    setFailure(failureOf(result, offer.unitId, row.index))
  }

  const { adults, children, under5s, petFriendly } = partyOf(form)
  /** Books a unit, with the code words where they apply, or without them. */
  const book = async (unit: ShownUnit, index: number, withWords = true) => {
    if (!park || busyUnit) return
    setBusyUnit(unit.unitId)
    const signal = lifetime()
    const { arrivalDate, unitPrice } = unit
    const promo = withWords ? await dispatch(promoPrice(arrivalDate, unitPrice)) : undefined
    if (signal.aborted) return
    await start(
      {
        unitId: unit.unitId,
        unitTypeId: unit.unitType,
        unitDesc: unit.unitDesc,
        party: { adults, children, under5s, petFriendly },
        promo: promo !== undefined,
        promoPrice: promo?.price,
      },
      { name: unit.name ?? unit.unitDesc, price: promo?.price ?? unitPrice, index },
    )
  }
  const priceChanged = {
    change: changed,
    onBook: () => void (changed && start(changed.offer, changed)),
    onClose: () => setChanged(undefined),
  }
  return { book, busyUnit, failure, priceChanged, loadCode }
}
