import { useSelector } from 'react-redux'
import {
  BOATS_PARTY_NOTE,
  isPartyInvalid,
  minAdults,
  partyLimits,
  type Party,
} from '../../rules/party'
import { Notice, Stepper } from '../../ui'
import { selectForm } from '../search'
import { revealPanel } from './FieldFrame'

/** The three counters, and the message for a party that is too small for a boat. */
export default function PartyCounters({
  party,
  noteId,
  onChange,
}: {
  party: Party
  noteId: string
  onChange: (party: Party) => void
}) {
  const { channelId } = useSelector(selectForm)
  const limits = partyLimits(party)
  const invalid = isPartyInvalid(channelId, party)
  const change = (part: Partial<Party>) => onChange({ ...party, ...part })
  return (
    <div ref={revealPanel} className="flex flex-col gap-4">
      <Stepper
        label="Adults"
        hint="18+"
        value={party.adults}
        min={minAdults(channelId)}
        max={limits.adults}
        invalid={invalid}
        describedBy={invalid ? noteId : undefined}
        onChange={(value) => change({ adults: value })}
      />
      <Stepper
        label="Children"
        hint="5-17"
        value={party.children}
        max={limits.children}
        onChange={(value) => change({ children: value })}
      />
      <Stepper
        label="Under 5s"
        hint="0-4"
        value={party.under5s}
        max={limits.under5s}
        onChange={(value) => change({ under5s: value })}
      />
      {invalid ? (
        <Notice live>
          <span id={noteId}>{BOATS_PARTY_NOTE}</span>
        </Notice>
      ) : null}
    </div>
  )
}
