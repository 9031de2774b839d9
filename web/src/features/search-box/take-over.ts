import { formatShort, fromIso } from '../../rules/dates'
import { applyUrlQuery, chooseChannel, type SearchRoot } from '../search'

/** The field of the arrival day, in the form in which browsers send dates; addresses have `date` (dd/mm/yyyy). */
export const DAY = 'day'

/** Brings into the search what was entered before the page was interactive. */
export function takeOverFields(form: HTMLFormElement) {
  return (
    dispatch: (thunk: ReturnType<typeof applyUrlQuery>) => void,
    getState: () => SearchRoot,
  ): void => {
    if (!Array.from(form.elements).some(isChanged)) return
    const sent = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && !sent.has(name)) sent.set(name, value)
    const day = fromIso(sent.get(DAY))
    if (day) sent.set('date', formatShort(day))
    const { channelId } = getState().search
    const channel = sent.get('channel')
    if (channel && channel !== channelId) {
      dispatch(chooseChannel(channel))
      for (const name of ['channel', 'region', 'park']) sent.delete(name)
    }
    dispatch(applyUrlQuery(`?${sent.toString()}`))
  }
}

/** Whether a control differs from what the server rendered. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement)
    return Array.from(control.options).some((o) => o.selected !== o.defaultSelected)
  return (
    control instanceof HTMLInputElement &&
    control.name !== '' &&
    (control.value !== control.defaultValue || control.checked !== control.defaultChecked)
  )
}
