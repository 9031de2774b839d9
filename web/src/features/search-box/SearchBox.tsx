import { SlidersHorizontal as FiltersIcon } from 'lucide-react'
import { useState } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { useLocation } from 'react-router'
import { formatMedium } from '../../rules/dates'
import { partySizeOf } from '../../rules/party'
import { plural } from '../../rules/plural'
import { takesPets } from '../../rules/search-url'
import { Modal, classes } from '../../ui'
import { SearchIcon } from '../../ui/icons'
import {
  arrivalOf,
  selectForm,
  selectPlaceLabel,
  setPartySizeModal,
  type SearchFormState,
} from '../search'
import { SearchForm } from './SearchForm'
import { useSearchUpkeep } from './useSearchUpkeep'

/**
 * The search box of a page. On the home page it is the form, at every width;
 * elsewhere below lg a summary that opens the form over the screen. It stays in
 * view once the address has a query.
 */
export function SearchBox({ home = false }: { home?: boolean }) {
  const { search } = useLocation()
  useSearchUpkeep()
  if (home) {
    return (
      <div id="search-box" className="rounded-card bg-surface p-3.5 shadow-float">
        <SearchForm />
      </div>
    )
  }
  return (
    <div
      id="search-box"
      data-sticky={search !== ''}
      className={classes(
        'z-(--z-sticky) border-b border-line bg-ground',
        search !== '' && 'sticky top-0',
      )}
    >
      <div className="page-width py-2.5 lg:py-3.5">
        <div className="hidden rounded-card bg-surface p-3.5 shadow-float lg:block">
          <SearchForm />
        </div>
        <div className="lg:hidden">
          <SearchSummary />
        </div>
      </div>
    </div>
  )
}

/** The collapsed box of narrow screens: what is searched for, in a pill that opens the form. */
function SearchSummary() {
  const dispatch = useAppDispatch()
  const form = useSelector(selectForm)
  const place = useSelector(selectPlaceLabel)
  const [open, setOpen] = useState(false)
  const setEditing = (editing: boolean) => {
    setOpen(editing)
    dispatch(setPartySizeModal(editing))
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setEditing(true)}
        className="flex min-h-[62px] w-full items-center gap-3.5 rounded-full border-[1.5px] border-field bg-surface px-5 py-2 text-left shadow-print"
      >
        <SearchIcon size={20} aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-value font-bold">
            {form.regionId ? place : 'Enter destination'}
          </span>
          <span className="block truncate text-small text-muted">{summaryLine(form)}</span>
        </span>
        <FiltersIcon size={20} aria-hidden="true" />
      </button>
      <Modal open={open} onClose={() => setEditing(false)} title="Find a holiday">
        <div className="pt-1">
          <SearchForm inModal onSubmitted={() => setEditing(false)} />
        </div>
      </Modal>
    </>
  )
}

/** '4 May 2026 • 4 nights • 4 guests + dogs' */
export function summaryLine(form: SearchFormState): string {
  const arrival = arrivalOf(form)
  return [
    arrival ? formatMedium(arrival) : 'Any date',
    plural(form.duration, 'night'),
    `${plural(partySizeOf(form), 'guest')}${takesPets(form) ? ' + dogs' : ''}`,
  ].join(' • ')
}
