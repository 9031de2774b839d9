import { lazy, useEffect, useId, useState } from 'react'
import { useSelector } from 'react-redux'
import { formatMonth } from '../../rules/dates'
import { whenShort } from '../../rules/when'
import {
  LazyPart,
  Modal,
  Skeleton,
  classes,
  scrollBehaviour,
  useAtLeast,
  useDropdown,
} from '../../ui'
import { CalendarIcon } from '../../ui/icons'
import { useDayText } from '../catalogue'
import { loadPriceCalendar } from '../calendar'
import { arrivalOf, selectForm } from '../search'
import { DialogPanel, FieldButton, frame } from './FieldFrame'
import { whenFrame } from './field-frames'

/** Loaded when the field is first touched. */
const PriceCalendar = lazy(loadPriceCalendar)

/** When: the arrival day. Opens the price calendar below it, on a phone over the whole screen. */
export function WhenField({ inModal = false }: { inModal?: boolean }) {
  const form = useSelector(selectForm)
  const atLeastLg = useAtLeast('lg')
  const { shortDay } = useDayText()
  const wide = atLeastLg && !inModal
  const { root, trigger, open, show, close, closeSoon } = useDropdown()
  const [wasOpened, setWasOpened] = useState(false)
  const panel = useId()
  const arrival = arrivalOf(form)

  const openCalendar = () => {
    setWasOpened(true)
    show()
  }

  // The panel is taller than the space below the box, so it is scrolled into view.
  useEffect(() => {
    if (open && wide)
      document
        .getElementById(panel)
        ?.scrollIntoView?.({ block: 'nearest', behavior: scrollBehaviour() })
  }, [open, wide, panel])

  const calendar = (
    <LazyPart wanted loading={<CalendarSkeleton month={form.month ?? ''} />}>
      <PriceCalendar wide={wide} onPicked={closeSoon} onDone={() => close(true)} />
    </LazyPart>
  )
  return (
    <div ref={root} className={classes(frame, whenFrame)}>
      <FieldButton
        ref={trigger}
        label="When"
        value={whenShort(form.when) ?? (arrival ? shortDay(arrival) : 'Any date')}
        icon={<CalendarIcon size={20} />}
        oneLine={!form.when}
        expanded={open}
        popup="dialog"
        controls={panel}
        onOpen={() => (open ? close(true) : openCalendar())}
        onNear={() => void loadPriceCalendar()}
      />
      {wide && open ? (
        <DialogPanel
          id={panel}
          label="When"
          className="right-0"
          dialogClassName="scroll-pb-24 px-7 pt-6 short:pt-4"
        >
          {calendar}
        </DialogPanel>
      ) : null}
      {!wide && wasOpened ? (
        <Modal open={open} onClose={() => close(true)} title="When">
          {calendar}
        </Modal>
      ) : null}
    </div>
  )
}

function CalendarSkeleton({ month }: { month: string }) {
  return (
    <div aria-busy="true" className="flex min-h-[560px] flex-col lg:min-h-[702px] gap-4">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="h-11 w-2/3" />
      <p className="text-center text-h3 font-bold">{month ? formatMonth(month) : ''}</p>
      <div className="grid grid-cols-7 gap-2">
        {Array.from({ length: 42 }, (_, index) => (
          <Skeleton key={index} className="h-13" />
        ))}
      </div>
    </div>
  )
}
