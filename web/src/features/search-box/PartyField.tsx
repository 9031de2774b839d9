import { lazy, useEffect, useId, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { partyWords, type Party } from '../../rules/party'
import { Button, classes, LazyPart, useDropdown } from '../../ui'
import { UsersIcon } from '../../ui/icons'
import {
  adultsChosen,
  childrenChosen,
  selectForm,
  under5sChosen,
  setPartySizeModal,
} from '../search'
import { DialogPanel, FieldButton, frame } from './FieldFrame'
import { partyFrame } from './field-frames'

const loadCounters = () => import('./PartyCounters')
/** Loaded when the field is first touched. */
const PartyCounters = lazy(loadCounters)

/**
 * Your Party: three counters in a dropdown. They are applied when it closes or the mouse leaves it.
 */
export function PartyField({ inModal = false }: { inModal?: boolean }) {
  const dispatch = useAppDispatch()
  const { adults, children, under5s } = useSelector(selectForm)
  const [draft, setDraft] = useState<Party>()
  const latestDraft = useRef<Party>(undefined)
  const panel = useId()

  useEffect(() => {
    latestDraft.current = draft
  })

  const apply = () => {
    const party = latestDraft.current
    if (!party) return
    if (party.adults !== adults) dispatch(adultsChosen(party.adults))
    if (party.children !== children) dispatch(childrenChosen(party.children))
    if (party.under5s !== under5s) dispatch(under5sChosen(party.under5s))
  }
  useEffect(
    () => () => {
      // The page may be left while the dropdown is open, for example by Back.
      dispatch(setPartySizeModal(false))
    },
    [dispatch],
  )
  const { root, trigger, open, show, close } = useDropdown(() => {
    apply()
    setDraft(undefined)
    // In the phone's modal the visitor is still editing.
    dispatch(setPartySizeModal(inModal))
  })
  const party = draft ?? { adults, children, under5s }
  const openPanel = () => {
    setDraft({ adults, children, under5s })
    dispatch(setPartySizeModal(true))
    show()
  }

  return (
    <div ref={root} className={classes(frame, partyFrame)}>
      <FieldButton
        ref={trigger}
        label="Your Party"
        value={partyWords(party)}
        icon={<UsersIcon size={20} />}
        expanded={open}
        popup="dialog"
        controls={panel}
        onOpen={() => (open ? close(true) : openPanel())}
        onNear={() => void loadCounters()}
      />
      {open ? (
        // The party is applied when the pointer leaves, as on closing. The keyboard has Escape and
        // Tab.
        <DialogPanel
          id={panel}
          label="Your Party"
          className="lg:right-0 lg:left-auto lg:w-[340px]"
          dialogClassName="flex flex-col gap-4 p-5"
          onMouseLeave={apply}
        >
          <LazyPart wanted loading={<div className="h-[164px]" />}>
            <PartyCounters party={party} noteId={`${panel}-note`} onChange={setDraft} />
          </LazyPart>
          <Button variant="secondary" fullWidth onClick={() => close(true)}>
            Done
          </Button>
        </DialogPanel>
      ) : null}
    </div>
  )
}
