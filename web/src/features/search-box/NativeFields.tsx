/**
 * The search fields in the browser's own controls, as the server renders them. The visitor can fill in
 * and submit the form before the script has loaded, and without it. Each has the size and position
 * of the field that replaces it, so that nothing moves.
 */
import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { addDays, addMonths, monthOf } from '../../rules/dates'
import { PARTY_MAX, minAdults } from '../../rules/party'
import { plural } from '../../rules/plural'
import { whenText } from '../../rules/when'
import { BareSelect, Checkbox, classes } from '../../ui'
import { selectToday } from '../catalogue'
import {
  arrivalOf,
  selectCriteria,
  selectForm,
  selectPlaceLabel,
  selectRegionList,
} from '../search'
import { Cell, frame, frameControl, frameControlLabel } from './FieldFrame'
import { channelFrame, partyFrame, whenFrame, whereFrame } from './field-frames'
import { DAY } from './take-over'
import { useChannelOptions } from './useChannelOptions'

/** The five fields, in their order, each in its cell. */
export function NativeFields() {
  return (
    <>
      <Cell wide>
        <NativeChannel />
      </Cell>
      <Cell wide>
        <NativeWhere />
      </Cell>
      <Cell>
        <NativeWhen />
      </Cell>
      <Cell>
        <NativeNights />
      </Cell>
      <Cell wide>
        <NativeParty />
      </Cell>
    </>
  )
}

/** Holiday Type: all channels. */
function NativeChannel() {
  const { channelId } = useSelector(selectForm)
  return (
    <NativeSelect label="Holiday Type" name="channel" value={channelId} className={channelFrame}>
      {useChannelOptions().map(({ code, name, disabled }) => (
        <option key={code} value={code} disabled={disabled}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

/** Where: the regions of the channel, or a park that was chosen with its region. */
function NativeWhere() {
  const { regionId, parkId } = useSelector(selectForm)
  const regions = useSelector(selectRegionList)
  const label = useSelector(selectPlaceLabel)
  if (parkId) {
    const region = regions.find(({ id }) => id === regionId)
    return (
      <NativeSelect label="Where" name="park" value={parkId} className={whereFrame}>
        <option value={parkId}>{label}</option>
        {region ? <option value="">{region.name}</option> : null}
      </NativeSelect>
    )
  }
  return (
    <NativeSelect label="Where" name="region" value={regionId} className={whereFrame}>
      {regions.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

/** When: the arrival day. */
function NativeWhen() {
  const arrival = arrivalOf(useSelector(selectForm))
  const today = useSelector(selectToday)
  return (
    <NativeInput
      label="When"
      type="date"
      name={DAY}
      defaultValue={arrival}
      min={addDays(today || '1970-01-01', 1)}
      className={classes(frame, whenFrame, 'lg:relative!')}
    />
  )
}

/** Staying for how long? */
function NativeNights() {
  const { duration, availableDurations } = useSelector(selectForm)
  const nights = availableDurations.includes(duration)
    ? availableDurations
    : [duration, ...availableDurations]
  return (
    <NativeSelect
      label="Staying for how long?"
      name="nights"
      value={String(duration)}
      className="lg:flex-1"
    >
      {nights.map((number) => (
        <option key={number} value={number}>
          {plural(number, 'night')}
        </option>
      ))}
    </NativeSelect>
  )
}

/** Your Party: the three counts. */
function NativeParty() {
  const { channelId, adults, children, under5s } = useSelector(selectForm)
  const counts = [
    { name: 'adults', label: 'Adults', value: adults, min: minAdults(channelId) },
    { name: 'children', label: 'Children', value: children, min: 0 },
    { name: 'infants', label: 'Under 5s', value: under5s, min: 0 },
  ]
  return (
    <div role="group" aria-label="Your Party" className={classes(frame, partyFrame)}>
      <div className="flex flex-1">
        {counts.map(({ name, label, value, min }) => (
          <NativeInput
            key={name}
            label={label}
            type="number"
            inputMode="numeric"
            name={name}
            defaultValue={value}
            min={min}
            max={PARTY_MAX}
            className="grid min-w-0 flex-1"
          />
        ))}
      </div>
    </div>
  )
}

/** How many months a visitor without script can choose from: as many as a calendar without prices. */
const MONTHS = 18

/**
 * Flexible dates, for a visitor without script only: the calendar, which has them otherwise, needs
 * the script.
 */
export function NativeFlexibleDates() {
  const { when } = useSelector(selectForm)
  const month = monthOf(useSelector(selectToday) || '1970-01-01')
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths(month, index))
  const choices = ['weekend', 'day'].flatMap((kind) => months.map((one) => `${kind}-${one}`))
  return (
    <noscript>
      <NativeSelect label="Flexible dates" name="when" value={when ?? ''} className="my-2">
        <option value="">No, on the day above</option>
        {[...new Set([...(when ? [when] : []), ...choices])].map((choice) => (
          <option key={choice} value={choice}>
            {whenText(choice)}
          </option>
        ))}
      </NativeSelect>
    </noscript>
  )
}

/** The Dog(s) checkbox, and the parts of the search that have no field, as hidden inputs. */
export function NativeDogs() {
  const { channelId, regionId, parkId, petFriendly, offers, features } = useSelector(selectCriteria)
  return (
    <>
      {channelId === 'eurocaravan' ? null : (
        <>
          <Checkbox label="Dog(s)" name="dogs" value="y" defaultChecked={petFriendly} />
          {/* Says 'no dogs' when the checkbox is not ticked; otherwise the checkbox, which comes first, counts. */}
          <input type="hidden" name="dogs" value="" />
        </>
      )}
      {parkId ? <input type="hidden" name="region" value={regionId} /> : null}
      {offers.length > 0 ? <input type="hidden" name="offers" value={offers.join()} /> : null}
      {features.length > 0 ? <input type="hidden" name="features" value={features.join()} /> : null}
    </>
  )
}

function NativeSelect({
  label,
  name,
  value,
  className,
  children,
}: {
  label: string
  name: string
  value: string
  className: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={classes(frame, className)}>
      <label htmlFor={id} className={frameControlLabel}>
        {label}
      </label>
      <BareSelect
        id={id}
        name={name}
        defaultValue={value}
        chevron="search-chevron"
        chevronSize={20}
        className={classes(frameControl, 'truncate')}
      >
        {children}
      </BareSelect>
    </div>
  )
}

function NativeInput({
  label,
  className,
  ...input
}: { label: string; className: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={frameControlLabel}>
        {label}
      </label>
      <input {...input} id={id} className={classes(frameControl, 'appearance-none pr-2!')} />
    </div>
  )
}
