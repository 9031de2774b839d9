import { useSelector } from 'react-redux'
import { formatDayMonth } from '../../rules/dates'
import { noOfferText } from '../../rules/promotion'
import { Notice } from '../../ui'
import {
  selectArrivalOffOffer,
  selectForm,
  selectOfferDates,
  selectOffersNeverMeet,
  type SearchRoot,
} from '../search'

/**
 * What a reader of the promotion should know below the search form: thanks for the code words, that the
 * date of an address is not one of theirs, or that no stay of the chosen nights starts on theirs.
 */
export default function OfferNote() {
  const thanked = useSelector((state: SearchRoot) => state.promotion.thanked)
  const percentOff = useSelector((state: SearchRoot) => state.app.promotion?.percentOff)
  const dates = useSelector(selectOfferDates)
  const offOffer = useSelector(selectArrivalOffOffer)
  const neverMeet = useSelector(selectOffersNeverMeet)
  const { duration } = useSelector(selectForm)
  const saving = percentOff
    ? ` Stays that start on them cost ${percentOff}% less, paid in full.`
    : ' Stays that start on them are paid in full.'
  const texts = [
    thanked && dates.size > 0
      ? `Thank you. Your code words have opened the offer dates in the calendar.${saving}`
      : '',
    neverMeet
      ? noOfferText(duration)
      : offOffer
        ? `${formatDayMonth(offOffer, 'full', true)} is not one of your offer dates. Please choose one in the calendar.`
        : '',
  ].filter(Boolean)
  if (texts.length === 0) return null
  return (
    <Notice live className="my-3">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
