import { useEffect, useId, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import {
  BOATS_PARTY_NOTE,
  isPartyInvalid,
  minAdults,
  partyLimits,
  partyWords,
  type Party,
} from '../../rules/party'
import { Button, Notice, Stepper, classes } from '../../ui'
import { UsersIcon } from '../../ui/icons'
import {
  selectAdults,
  selectChildren,
  selectForm,
  selectUnder5s,
  setPartySizeModal,
} from '../search'
import { FieldButton, Panel, frame } from './FieldFrame'
import { useDropdown } from './useDropdown'

/** Your Party: three counters in a dropdown. They take effect when it closes or the mouse leaves it. */
export function PartyField() {
  const dispatch = useDispatch()
  const { adults, children, under5s, channelId } = useSelector(selectForm)
  const [draft, setDraft] = useState<Party>()
  const latest = useRef<Party>(undefined)
  const panel = useId()

  useEffect(() => {
    latest.current = draft
  })

  const apply = () => {
    const party = latest.current
    if (!party) return
    if (party.adults !== adults) dispatch(selectAdults(party.adults))
    if (party.children !== children) dispatch(selectChildren(party.children))
    if (party.under5s !== under5s) dispatch(selectUnder5s(party.under5s))
  }
  const { root, trigger, open, show, close } = useDropdown(() => {
    apply()
    setDraft(undefined)
    dispatch(setPartySizeModal(false))
  })
  const party = draft ?? { adults, children, under5s }
  const limits = partyLimits(party)
  const openPanel = () => {
    setDraft({ adults, children, under5s })
    dispatch(setPartySizeModal(true))
    show()
  }
  const change = (part: Partial<Party>) => setDraft({ ...party, ...part })
  const invalid = isPartyInvalid(channelId, party)

  return (
    <div ref={root} className={classes(frame, 'lg:flex-[1.15]')}>
      <FieldButton
        ref={trigger}
        label="Your Party"
        value={partyWords(party)}
        icon={<UsersIcon size={20} />}
        expanded={open}
        popup="dialog"
        controls={panel}
        onOpen={() => (open ? close(true) : openPanel())}
      />
      {open ? (
        <Panel className="p-5 lg:right-0 lg:left-auto lg:w-[340px]">
          {/* The pointer that leaves applies, as closing does; the keyboard has Escape and Tab. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <div
            id={panel}
            role="dialog"
            aria-label="Your Party"
            onMouseLeave={apply}
            className="flex flex-col gap-4"
          >
            <Stepper
              label="Adults"
              hint="18+"
              value={party.adults}
              min={minAdults(channelId)}
              max={limits.adults}
              invalid={invalid}
              describedBy={invalid ? `${panel}-note` : undefined}
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
                <span id={`${panel}-note`}>{BOATS_PARTY_NOTE}</span>
              </Notice>
            ) : null}
            <Button variant="secondary" fullWidth onClick={() => close(true)}>
              Done
            </Button>
          </div>
        </Panel>
      ) : null}
    </div>
  )
}
