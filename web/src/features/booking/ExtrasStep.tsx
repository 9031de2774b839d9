import { type ComponentType, useEffect, useState } from 'react'
import { useNavigate } from '../../router'
import { type RequestError, useRequest, useAppDispatch } from '../../api'
import { t } from '../../brands'
import { Button, classes, Notice, Stepper, SubmitError, useLifetime } from '../../ui'
import { CheckIcon, ClockIcon, TicketIcon } from '../../ui/icons'
import { formatPence } from '../../rules/money'
import { trackOnce } from '../analytics'
import { dogsCounted, extraChosen } from './booking-form-slice'
import { stepNotCompleted } from './booking-slice'
import {
  getDepositCall,
  getExtrasCall,
  type OfferedExtra,
  setDiscountCall,
  setExtrasCall,
} from './calls'
import { DiscountBox } from './DiscountBox'
import { HoldLine } from './HoldLine'
import { BedIcon, ChairIcon, CotIcon, DogIcon, ExtraIcon, ShieldIcon, TowelIcon } from './icons'
import { noteTimeOut } from './resume-booking'
import { failureTexts } from './save-details'
import { type BookingThunk, dogsOf, selectBreakdown, useBookingState } from './state'
import { stepPaths } from './step-paths'
import { finishStep } from './steps'
import { TermsNote } from './TermsNote'

/** Step 1: extras and the discount code. */
export function ExtrasStep() {
  const { message, cancellation } = useBookingState((state) => state.booking)
  const { extras, showDiscountBox } = useBookingState((state) => state.extras)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const { fetching: applyingCode } = useRequest(setDiscountCall.name)
  const [error, setError] = useState<RequestError>()
  const lifetime = useLifetime()
  useBeginCheckout()

  const goOn = async () => {
    setBusy(true)
    const signal = lifetime()
    const failed = await dispatch(saveExtras(signal))
    if (signal.aborted) return
    if (!failed) dispatch(finishStep('EXTRAS'))
    setError(failed)
    // Stays busy while the next step opens, so that a second press does nothing.
    if (failed) setBusy(false)
    else navigate(stepPaths.DETAILS)
  }

  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h1 className="display text-h1">Extras</h1>
        <HoldLine />
      </div>
      {message ? <Notice className="mb-4">{message}</Notice> : null}
      {/* No choice while the current one is being saved. */}
      <fieldset disabled={busy} className="min-w-0">
        <Dogs isSaving={busy} />
        {extras.length > 0 ? (
          <ul className="grid gap-3">
            {extras.map((extra) => (
              <li key={extra.code}>
                <ExtraCard extra={extra} isSaving={busy} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">There are no extras to add to this holiday.</p>
        )}
        {showDiscountBox === 'true' ? <DiscountBox /> : null}
      </fieldset>
      <SubmitError
        texts={error ? failureTexts(error, t('global.errorSaving')) : []}
        className="mt-5"
      />
      <Button
        size="lg"
        fullWidth
        busy={busy || applyingCode}
        onClick={() => void goOn()}
        className="mt-6"
      >
        Continue to step 2
      </Button>
      <TermsNote cancellation={cancellation} />
    </>
  )
}

/**
 * Saves the chosen extras and reloads the deposit, which they may change. Resolves to the error, or
 * undefined.
 */
function saveExtras(signal: AbortSignal): BookingThunk<Promise<RequestError | undefined>> {
  return async (dispatch, getState) => {
    const state = getState()
    const { booking, bookingForm } = state
    const dogs = dogsOf(state)
    const bookId = booking.bookingId ?? ''
    const saved = dispatch(
      noteTimeOut(
        await dispatch(setExtrasCall.run({ bookId, extras: bookingForm.extras, dogs }, { signal })),
      ),
    )
    if (!saved.ok) return saved.error
    const deposit = dispatch(
      noteTimeOut(await dispatch(getDepositCall.run({ bookId }, { signal }))),
    )
    return deposit.ok ? undefined : deposit.error
  }
}

/**
 * Saves how many dogs come and loads what they change: the prices of stay, extras and deposit. Where
 * that fails, the visitor sees the error on going on, which saves again.
 */
function priceDogs(signal: AbortSignal): BookingThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (await dispatch(saveExtras(signal))) return
    const bookId = getState().booking.bookingId ?? ''
    dispatch(noteTimeOut(await dispatch(getExtrasCall.run({ bookId }, { signal }))))
  }
}

/** Asks how many dogs come, where the park states a limit. */
function Dogs({ isSaving }: { isSaving: boolean }) {
  const dispatch = useAppDispatch()
  const dogs = useBookingState(dogsOf)
  const most = useBookingState(({ booking }) => booking.maxDogs ?? 0)
  const priced = useBookingState(({ extras }) => extras.dogsPriced)
  const lifetime = useLifetime()
  if (dogs === undefined) return null
  return (
    <div className="card mb-5 p-4">
      <Stepper
        label="How many dogs are coming?"
        value={dogs}
        min={1}
        max={most}
        onChange={(value) => {
          if (isSaving) return
          dispatch(dogsCounted(value))
          dispatch(stepNotCompleted('EXTRAS'))
          dispatch(stepNotCompleted('PAYMENT'))
          if (priced) void dispatch(priceDogs(lifetime()))
        }}
      />
      <p className="mt-1 text-detail text-muted">
        {most === 1 ? 'One dog may come.' : `At most ${most} dogs may come.`}
      </p>
    </div>
  )
}

/** Sends begin_checkout when the extras of a booking are first shown. */
function useBeginCheckout() {
  const { bookingId, unitId, unitDesc, parkId, channelId, unitPrice, stepsCompleted } =
    useBookingState((state) => state.booking)
  const isFirstTime = bookingId !== undefined && stepsCompleted.length === 0
  useEffect(() => {
    if (!isFirstTime || unitPrice === undefined) return
    trackOnce('begin_checkout', bookingId, {
      currency: 'GBP',
      value: unitPrice / 100,
      items: [
        {
          item_id: unitId,
          item_name: unitDesc,
          item_brand: parkId,
          item_category: channelId,
          price: unitPrice / 100,
          quantity: 1,
        },
      ],
    })
  }, [isFirstTime, bookingId, unitId, unitDesc, parkId, channelId, unitPrice])
}

const icons: readonly [RegExp, ComponentType<{ size?: number }>][] = [
  [/linen|bed/i, BedIcon],
  [/towel/i, TowelIcon],
  [/cot/i, CotIcon],
  [/chair/i, ChairIcon],
  [/dog|pet/i, DogIcon],
  [/pass|ticket/i, TicketIcon],
  [/early|late|check/i, ClockIcon],
  [/protect|cancel|insur/i, ShieldIcon],
]

function ExtraCard({ extra, isSaving }: { extra: OfferedExtra; isSaving: boolean }) {
  const dispatch = useAppDispatch()
  const value = useBookingState(({ bookingForm }) => bookingForm.extras[extra.code] ?? 0)
  const previousQuantity = useBookingState(
    ({ booking }) => booking.previousExtras?.[extra.code] ?? 0,
  )
  const takesDeposit = useBookingState((state) => selectBreakdown(state).deposit !== undefined)
  const Icon = icons.find(([word]) => word.test(extra.name))?.[1] ?? ExtraIcon
  const chosen = value > 0
  const choose = (quantity: number) => {
    // A stepper button that is held down keeps stepping even when it is disabled.
    if (isSaving) return
    dispatch(extraChosen({ code: extra.code, value: quantity }))
    // The new choice is not saved yet: the later steps can be opened once it is.
    dispatch(stepNotCompleted('EXTRAS'))
    dispatch(stepNotCompleted('PAYMENT'))
  }
  const label = `Yes, I want ${extra.name}: ${formatPence(extra.price)}`
  const inputId = `extra-${extra.code}`
  const descriptionId = `${inputId}-desc`
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-surface p-4',
        chosen ? 'border-2 border-ink' : 'm-[0.5px] border-[1.5px] border-line',
      )}
    >
      <span
        aria-hidden="true"
        className={classes(
          'inline-flex size-14 items-center justify-center rounded-field border border-transparent',
          chosen ? 'bg-ink text-surface' : 'bg-sunk text-ink',
        )}
      >
        <Icon size={22} />
      </span>
      <div className="min-w-0 flex-1 basis-44">
        <label htmlFor={inputId} className="text-lead/6 font-bold">
          {label}
        </label>
        <p id={descriptionId} className="text-detail text-muted">{`${
          extra.basis ? `${extra.basis}. ` : ''
        }${extra.desc}${
          previousQuantity > 0 && !chosen
            ? ` You had ${previousQuantity} in the booking before.`
            : ''
        }${
          takesDeposit && extra.depcost > 0
            ? ` ${formatPence(extra.depcost)} of it is paid with the deposit.`
            : ''
        }`}</p>
      </div>
      {extra.max > 1 ? (
        <QuantityStepper
          id={inputId}
          label={label}
          value={value}
          max={extra.max}
          describedBy={descriptionId}
          onChange={choose}
        />
      ) : (
        <span className="relative inline-flex size-11 items-center justify-center">
          <input
            id={inputId}
            type="checkbox"
            checked={chosen}
            aria-describedby={descriptionId}
            onChange={(event) => choose(event.target.checked ? 1 : 0)}
            className="peer size-[30px] appearance-none rounded-[min(var(--radius-field),6px)] border-2 border-field bg-surface checked:border-ink checked:bg-ink"
          />
          <CheckIcon
            size={20}
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 m-auto hidden text-surface peer-checked:block"
          />
        </span>
      )}
    </div>
  )
}

/** A stepper whose label is the card's heading, and therefore hidden. */
function QuantityStepper(props: {
  id: string
  label: string
  value: number
  max: number
  describedBy: string
  onChange: (value: number) => void
}) {
  // On narrow screens the stepper is below the text, and aligned with it.
  return <Stepper {...props} min={0} className="max-[544px]:ml-[72px] [&>label]:sr-only" />
}
