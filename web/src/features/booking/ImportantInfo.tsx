import type { ParkDetails } from '../../api/schema'
import { timesText } from '../../rules/stay-times'
import { Html, useAtLeast } from '../../ui'
import { usePark } from '../park-data'
import { timesOf, useBookingState } from './state'
import { ProvidedBy } from './StaySummary'

interface Notes {
  /** The rules under which the stay is booked, as sentences. */
  rules: readonly string[]
  /** The booked park; undefined until it is loaded. */
  park: Pick<ParkDetails, 'importantInfo'> | undefined
}

/** The rules under which the stay is booked, and the park's own text. */
export function ParkNotes({ rules, park }: Notes) {
  return (
    <>
      {rules.length > 0 ? (
        <div className="html">
          <ul>
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {park?.importantInfo ? <Html html={park.importantInfo} /> : null}
    </>
  )
}

/** The notes of the park on the confirmation. */
export function BeforeYouTravel({ rules, park }: Notes) {
  if (!park?.importantInfo && rules.length === 0) return null
  return (
    <section className="mt-4 border-t border-line pt-3 text-detail">
      <h2 className="mb-1 font-bold">Before you travel</h2>
      <ParkNotes rules={rules} park={park} />
    </section>
  )
}

/**
 * What the visitor must know before paying, beside every step: the times of the stay, who provides
 * it, the park's rules and its own text. On a phone it is closed, so that it moves nothing when it is loaded.
 */
export function ImportantInfo() {
  const booking = useBookingState((state) => state.booking)
  const park = usePark(booking.parkId)
  const isOpen = useAtLeast('lg')
  const times = useBookingState((state) => timesText(timesOf(state)))
  const { operatorName, rules } = booking
  if (!times && !operatorName && rules.length === 0 && !park?.importantInfo) return null
  return (
    <details open={isOpen} className="card mt-4 p-card text-detail">
      <summary className="font-bold">Important info</summary>
      <div className="mt-2">
        {times ? <p>{times}.</p> : null}
        <ProvidedBy booking={booking} />
        <ParkNotes rules={rules} park={park} />
      </div>
    </details>
  )
}
