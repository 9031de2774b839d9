import { SlidersHorizontal as FiltersIcon } from 'lucide-react'
import {
  lazy,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { useLocation, useNavigate } from '../../router'
import { formatMedium } from '../../rules/dates'
import { partySizeOf } from '../../rules/party'
import { plural } from '../../rules/plural'
import { takesPets } from '../../rules/search-url'
import { whenText } from '../../rules/when'
import { LazyPart, Modal, classes, scrollBehaviour, useScrolledPast, whenUnfocused } from '../../ui'
import { SearchIcon } from '../../ui/icons'
import { selectServerRendered } from '../page'
import { Gate, selectBoxContent } from '../promotion'
import {
  arrivalOf,
  selectForm,
  selectOfferDates,
  selectPlaceLabel,
  setPartySizeModal,
  type SearchFormState,
  type SearchRoot,
} from '../search'
import { SearchForm } from './SearchForm'
import { takeOverFields } from './take-over'
import { useSearchUpkeep } from './useSearchUpkeep'

/** The height of the header above the box from lg on, in pixels. */
const HEADER_HEIGHT = 119
/** The id of the box, to which the link of the collapsed box points. */
const BOX = 'search-box'
/** The id of the box's end: the browser paints the page when it has parsed so far (index.html). */
const BOX_END = 'search-box-end'

/**
 * The search box of a page. On the home page it is always the form. On other pages below lg it is a
 * summary that opens the form over the whole screen. It is sticky once the address has a query.
 */
export function SearchBox({ home = false }: { home?: boolean }) {
  const { pathname, search } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  const native = useNativeForm(box)
  const content = useSelector(selectBoxContent)
  useSearchUpkeep()
  if (content !== 'form') {
    return (
      <div ref={box} id={BOX} className={classes(content === 'gate' && gateFrame(home))}>
        {content === 'gate' ? (
          <Folded unless={home || pathname.startsWith('/results')}>
            <Gate onPassed={() => showBox(box.current)} />
          </Folded>
        ) : null}
        <span id={BOX_END} hidden />
      </div>
    )
  }
  if (home) {
    return (
      <div ref={box} id={BOX} className="rounded-card bg-surface p-3.5 shadow-float">
        <SearchForm native={native} />
        <ReadersNote />
        <span id={BOX_END} hidden />
      </div>
    )
  }
  return (
    <>
      <PageSearchBox box={box} native={native} isSticky={search !== ''} />
      <div className="page-width empty:hidden">
        <ReadersNote />
      </div>
    </>
  )
}

/** What only readers of a promotion need is loaded for them. */
const OfferNote = lazy(() => import('./OfferNote'))

/** A note to readers of the promotion about its dates. */
function ReadersNote() {
  const isReader = useSelector((state: SearchRoot) => selectOfferDates(state).size > 0)
  return isReader ? (
    <LazyPart wanted>
      <OfferNote />
    </LazyPart>
  ) : null
}

/** The search box of a page other than the home page. */
function PageSearchBox({
  box,
  native,
  isSticky,
}: {
  box: RefObject<HTMLDivElement | null>
  native: boolean
  isSticky: boolean
}) {
  const stuck = useScrolledPast(HEADER_HEIGHT)
  return (
    <div
      ref={box}
      id={BOX}
      data-sticky={isSticky}
      data-stuck={isSticky && stuck}
      className={classes(
        'group/box z-(--z-sticky) border-b border-line bg-ground',
        isSticky && 'sticky top-0',
        native && 'max-lg:target:static',
      )}
    >
      <div className="page-width py-2.5 lg:py-3.5">
        <div
          className={classes(
            'hidden rounded-card bg-surface p-3.5 shadow-float lg:block',
            native && 'group-target/box:block max-lg:mb-2.5',
          )}
        >
          <SearchForm native={native} />
        </div>
        <div className="lg:hidden">
          <SearchSummary native={native} />
        </div>
        <span id={BOX_END} hidden />
      </div>
    </div>
  )
}

/** The gate, folded below one line on a page that is no search, so that the page itself is in view. */
function Folded({ unless, children }: { unless: boolean; children: ReactNode }) {
  if (unless) return children
  return (
    <details>
      <summary className="fold">Do you have your code words? Find your holiday</summary>
      {children}
    </details>
  )
}

/** The frame of the promotion gate: beside the hero's text on the home page, otherwise in the page. */
const gateFrame = (home: boolean) =>
  classes(
    'rounded-card bg-surface p-2.5',
    home ? 'lg:ml-auto lg:w-[520px]' : 'mx-4 my-4 md:mx-auto md:w-[520px]',
  )

/**
 * Scrolls to the search box that has replaced the gate, and focuses its first field. Does nothing
 * when the visitor has left the gate's page.
 */
function showBox(box: HTMLElement | null) {
  if (!box) return
  requestAnimationFrame(() => {
    const shown = document.getElementById(BOX) ?? box
    shown.scrollIntoView?.({ block: 'nearest', behavior: scrollBehaviour() })
    const controls = Array.from(shown.querySelectorAll<HTMLElement>('button, select, input'))
    const first = controls.find((control) => control.offsetParent !== null) ?? controls[0]
    first?.focus({ preventScroll: true })
  })
}

/**
 * Whether to show the form that the server rendered, with the browser's own controls. It is replaced
 * as soon as none of its fields has the focus. Values that the visitor entered are kept.
 */
function useNativeForm(box: RefObject<HTMLElement | null>): boolean {
  const dispatch = useAppDispatch()
  const pageServerRendered = useSelector(selectServerRendered)
  const [native, setNative] = useState(pageServerRendered)
  const takeOver = useEffectEvent(() => {
    const form = box.current?.querySelector<HTMLFormElement>('form[role=search]')
    if (form) dispatch(takeOverFields(form))
    setNative(false)
  })
  useLayoutEffect(() => {
    const element = box.current
    if (pageServerRendered || !native || !element) return
    const gated = !element.querySelector('form[role=search]')
    if (!gated) return whenUnfocused(element, () => takeOver())
    // Only the document knows what the server has rendered, so it is read once, here.
    // oxlint-disable-next-line react/set-state-in-effect
    takeOver()
  }, [box, pageServerRendered, native])
  return native
}

const PILL = 'search-pill'

/**
 * The search box on narrow screens: a summary of the search in a button that opens the form. In the
 * page that the server rendered it is a link to the form.
 */
function SearchSummary({ native }: { native: boolean }) {
  const dispatch = useAppDispatch()
  const form = useSelector(selectForm)
  const place = useSelector(selectPlaceLabel)
  const [open, setOpen] = useState(false)
  const setEditing = (editing: boolean) => {
    setOpen(editing)
    dispatch(setPartySizeModal(editing))
  }
  useEarlyOpen(native, () => setEditing(true))
  const content = (
    <>
      <SearchIcon size={20} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-value font-bold break-words">
          {form.regionId ? place : 'Enter destination'}
        </span>
        <span className="block text-small text-muted">{summaryLine(form)}</span>
      </span>
      <FiltersIcon size={20} aria-hidden="true" />
    </>
  )
  return (
    <>
      {native ? (
        <a href={`#${BOX}`} className={PILL}>
          {content}
        </a>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setEditing(true)}
          className={PILL}
        >
          {content}
        </button>
      )}
      <Modal open={open} onClose={() => setEditing(false)} title="Find a holiday">
        <div className="pt-1">
          <SearchForm inModal onSubmitted={() => setEditing(false)} />
        </div>
      </Modal>
    </>
  )
}

/** Opens the form if the visitor followed the link to it before the script had loaded. */
function useEarlyOpen(native: boolean, open: () => void) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const openFromHash = useEffectEvent(() => {
    if (hash !== `#${BOX}`) return
    navigate({ pathname, search }, { replace: true, state: { keepScroll: true } })
    if (!window.matchMedia('(width >= 992px)').matches) open()
  })
  useEffect(() => {
    if (!native) openFromHash()
  }, [native])
}

/** '4 May 2026 • 4 nights • 4 guests + dogs' */
export function summaryLine(form: SearchFormState): string {
  const arrival = arrivalOf(form)
  return [
    whenText(form.when) ?? (arrival ? formatMedium(arrival) : 'Any date'),
    plural(form.duration, 'night'),
    `${plural(partySizeOf(form), 'guest')}${takesPets(form) ? ' + dogs' : ''}`,
  ].join(' • ')
}
