import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { errorMessages } from '../../api'
import type { ParkDetails } from '../../api/schema'
import { formatMoney } from '../../rules/money'
import { Button, Modal, Notice, useErrorShown } from '../../ui'
import { startBooking } from '../booking'
import { partyOf, selectForm, selectResultsState } from '../search'
import type { ShownUnit } from './UnitRow'

type BookingRoot = ReturnType<Parameters<ReturnType<typeof startBooking>>[1]>

const GONE = 'This unit is no longer available. Please choose another one.'

/** 'Book': takes the unit and goes on to the booking, or says why not and what then. */
export function useBooking(park: ParkDetails | undefined, searchId: string | undefined) {
  const dispatch = useDispatch<ThunkDispatch<BookingRoot, unknown, UnknownAction>>()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const form = useSelector(selectForm)
  const results = useSelector(selectResultsState)
  const [busyUnit, setBusyUnit] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [changed, setChanged] = useState<{ unit: ShownUnit; unitId: string; price: string }>()
  useErrorShown(failure)

  const book = async (unit: ShownUnit, unitId = unit.unitId) => {
    if (!park || busyUnit) return
    setBusyUnit(unit.unitId)
    setFailure(undefined)
    setChanged(undefined)
    const { adults, children, under5s, petFriendly } = partyOf(form)
    const result = await dispatch(
      startBooking({
        unitId,
        searchId: results.searchId === '0' ? (searchId ?? '0') : results.searchId,
        party: { adults, children, under5s, petFriendly },
        parkBookingUrl: pathname + search,
        channelId: form.channelId,
        parkId: park.parkId,
        parkName: park.name,
        unitTypeId: unit.unitType,
        unitDesc: unit.unitDesc,
      }),
    )
    setBusyUnit(undefined)
    if (result.kind === 'started' || result.kind === 'unchanged') void navigate('/booking/extras')
    else if (result.kind === 'price-changed')
      setChanged({ unit, unitId: result.unitId, price: result.price })
    else if (result.kind === 'unavailable') setFailure(GONE)
    else if (result.kind === 'failed')
      setFailure(errorMessages(result.error).join('\n') || undefined)
  }

  const messages = (
    <>
      {failure ? (
        <Notice kind="danger" live className="mb-4">
          <span className="whitespace-pre-line">{failure}</span>
        </Notice>
      ) : null}
      <Modal
        open={changed !== undefined}
        onClose={() => setChanged(undefined)}
        title="The price has changed"
      >
        {changed ? (
          <>
            <p className="text-lead">
              {changed.unit.name ?? changed.unit.unitDesc} was shown for{' '}
              {formatMoney(changed.unit.unitPrice)}. It now costs{' '}
              <b>{formatMoney(changed.price)}</b> for the same stay.
            </p>
            <div className="mt-6 flex flex-wrap gap-3">
              <Button onClick={() => void book(changed.unit, changed.unitId)}>
                Book for {formatMoney(changed.price)}
              </Button>
              <Button variant="secondary" onClick={() => setChanged(undefined)}>
                Back to the park
              </Button>
            </div>
          </>
        ) : null}
      </Modal>
    </>
  )
  return { book: (unit: ShownUnit) => void book(unit), busyUnit, messages }
}
