import { addDays } from '../../src/rules/dates'
import type { BookingState, FoundRow, Told } from '../contract'
import {
  ArrivalIcon,
  CancelIcon,
  CardIcon,
  DoneIcon,
  InHouseIcon,
  OverdueIcon,
  ParkHasItIcon,
  RefundIcon,
  SoonIcon,
  StayedIcon,
  UnansweredIcon,
  WarningIcon,
} from '../parts/icons'
import { StateTag } from '../parts/StateTag'
import { dayText, money, today } from '../parts/texts'

/** The state of a booking: icon, word and shade. */
export function BookingTag({ state, settled }: { state: BookingState; settled: boolean }) {
  switch (state) {
    case 'held':
      return tag(SoonIcon, 'open', 'Held')
    case 'paying':
      return tag(CardIcon, 'open', 'Paying')
    case 'in_house':
      return tag(InHouseIcon, 'good', 'In house')
    case 'stayed':
      return tag(StayedIcon, 'past', 'Stayed')
    case 'cancelled':
      return tag(CancelIcon, 'past', 'Cancelled')
    case 'expired':
      return tag(SoonIcon, 'past', 'Hold ended')
    case 'refunded':
      return tag(RefundIcon, 'past', 'Refunded')
    case 'confirmed':
      return tag(DoneIcon, 'good', settled ? 'Paid in full' : 'Confirmed, part paid')
  }
}

const tag = (
  icon: Parameters<typeof StateTag>[0]['icon'],
  shade: Parameters<typeof StateTag>[0]['shade'],
  text: string,
) => (
  <StateTag icon={icon} shade={shade}>
    {text}
  </StateTag>
)

/** What matters most about a found booking: what is owed, or how far the stay is. */
export function FoundTag({
  row,
}: {
  row: Pick<FoundRow, 'state' | 'left' | 'due' | 'arrival' | 'settled'>
}) {
  const { state, left, due, arrival, settled } = row
  const open = state === 'confirmed' || state === 'in_house'
  if (open && left > 0) {
    return due && due <= today()
      ? tag(OverdueIcon, 'bad', `${money(left)} overdue`)
      : tag(SoonIcon, 'soon', `${money(left)} due`)
  }
  if (state === 'confirmed' && arrival === addDays(today(), 1)) {
    return tag(ArrivalIcon, 'good', 'Arrives tomorrow')
  }
  return <BookingTag state={state} settled={settled} />
}

/** When money is due: 'before Fri 28 May: tomorrow'. */
export function DueTag({ due, overdue }: { due: string; overdue: boolean }) {
  if (!due) return null
  if (overdue) return tag(OverdueIcon, 'bad', `overdue since ${dayText(due)}`)
  const near = due === today() ? ': today' : due === addDays(today(), 1) ? ': tomorrow' : ''
  return tag(SoonIcon, 'soon', `by ${dayText(due)}${near}`)
}

/** What the park knows of a booking. */
export function ToldTag({ told, version }: { told: Told; version?: number }) {
  switch (told) {
    case 'acknowledged':
      return tag(ParkHasItIcon, 'good', version ? `Has version ${version}` : 'Park has it')
    case 'waiting':
      return tag(UnansweredIcon, 'soon', 'Not told yet')
    case 'delivered':
      return tag(UnansweredIcon, 'soon', 'Has not answered')
    case 'refused':
      return tag(WarningIcon, 'bad', 'Refused it')
    case 'none':
      return <span className="text-muted">is not told by us</span>
  }
}
