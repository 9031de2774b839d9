import { formatShort, fromIso } from '../../rules/dates'
import { applyUrlQuery, chooseChannel, type SearchRoot } from '../search'

/** The name of the native field of the arrival day (yyyy-mm-dd); addresses have `date` (dd/mm/yyyy). */
export const DAY = 'day'

/** Puts into the search form what the visitor entered before the page was interactive. */
export function takeOverFields(form: HTMLFormElement) {
  return (
    dispatch: (thunk: ReturnType<typeof applyUrlQuery>) => void,
    getState: () => SearchRoot,
  ): void => {
    if (!Array.from(form.elements).some(isChanged)) return
    const entered = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && !entered.has(name)) entered.set(name, value)
    const day = fromIso(entered.get(DAY))
    if (day) entered.set('date', formatShort(day))
    const { channelId } = getState().search
    const channel = entered.get('channel')
    if (channel && channel !== channelId) {
      dispatch(chooseChannel(channel))
      for (const name of ['channel', 'region', 'park']) entered.delete(name)
    }
    dispatch(applyUrlQuery(`?${entered.toString()}`))
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
