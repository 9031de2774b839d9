import { useState } from 'react'
import { useSelector } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { errorMessages, useAppDispatch } from '../../api'
import type { ParkDetails } from '../../api/schema'
import { useErrorShown, useLifetime } from '../../ui'
import { hasCode, startBooking, type StartParams } from '../booking'
import { loadPromoDates, selectPromoPriceOf } from '../promotion'
import { partyOf, selectForm, selectResultsState } from '../search'
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

/** 'Book': starts a booking and opens its page, or shows beside the button why that failed. */
export function useBooking(park: ParkDetails | undefined, searchId: string | undefined) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const form = useSelector(selectForm)
  const results = useSelector(selectResultsState)
  const lifetime = useLifetime()
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
    const result = await dispatch(
      startBooking(
        {
          ...offer,
          searchId: results.searchId === '0' ? (searchId ?? '0') : results.searchId,
          parkBookingUrl: pathname + search,
          channelId: form.channelId,
          parkId: park.parkId,
          parkName: park.name,
        },
        signal,
      ),
    )
    // The visitor has left the page: the answer opens no other page.
    if (signal.aborted) return
    if (result.kind === 'started' || result.kind === 'unchanged') {
      // Stays busy until the booking's page is shown.
      void navigate('/booking/extras')
      return
    }
    setBusyUnit(undefined)
    const { unitId } = offer
    if (result.kind === 'price-changed') {
      const { price } = result
      setChanged({
        name: row.name,
        was: row.price,
        price,
        index: row.index,
        offer: { ...offer, unitId: result.unitId, promoPrice: offer.promo ? price : undefined },
      })
    } else if (result.kind === 'failed' && hasCode(result.error, 'PROMO_NOT_VALID')) {
      // The pass or the promotion has ended: the answer to this says so, and the gate is shown again.
      void dispatch(loadPromoDates())
      setFailure({ unitId, text: PROMOTION_OVER })
    } else if (result.kind === 'unavailable') setFailure({ unitId, text: GONE, index: row.index })
    else if (result.kind === 'failed') {
      const text = errorMessages(result.error).join('\n')
      if (text) setFailure({ unitId, text })
    }
  }

  const { adults, children, under5s, petFriendly } = partyOf(form)
  /** Books a unit, with the code words where they apply, or without them. */
  const book = async (unit: ShownUnit, index: number, withWords = true) => {
    const priceWithWords = () =>
      dispatch((_, getState) => selectPromoPriceOf(getState())(unit.arrivalDate, unit.unitPrice))
    if (withWords && !busyUnit && priceWithWords()?.pending) {
      const signal = lifetime()
      setBusyUnit(unit.unitId)
      await dispatch(loadPromoDates())
      if (signal.aborted) return
    }
    const withTheirs = withWords ? priceWithWords() : undefined
    const promo = withTheirs?.pending ? undefined : withTheirs
    await start(
      {
        unitId: unit.unitId,
        unitTypeId: unit.unitType,
        unitDesc: unit.unitDesc,
        party: { adults, children, under5s, petFriendly },
        promo: promo !== undefined,
        promoPrice: promo?.price,
      },
      { name: unit.name ?? unit.unitDesc, price: promo?.price ?? unit.unitPrice, index },
    )
  }
  const priceChanged = {
    change: changed,
    onBook: () => void (changed && start(changed.offer, changed)),
    onClose: () => setChanged(undefined),
  }
  return { book, busyUnit, failure, priceChanged }
}
