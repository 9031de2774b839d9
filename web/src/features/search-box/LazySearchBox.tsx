import { startTransition, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { KEEP_SERVER_HTML, LazyPart, chunkOf, componentOf, whenUnfocused } from '../../ui'
import { selectServerRendered } from '../page'
import { selectBoxContent } from '../promotion'
import { selectOfferDates, type SearchFormState } from '../search'
import { pressAgain, watchPresses, type Press } from './press-again'
import { takeOverFields } from './take-over'
import { useSearchUpkeep } from './useSearchUpkeep'

const chunk = chunkOf(async () => (await import('./SearchBox')).SearchBox)
if (__SERVER__) void chunk.load()

const Box = componentOf(chunk)

/** Loads the search box before a page that the browser renders shows it. */
export const loadSearchBox = chunk.load

/**
 * The search box. On a page that the server rendered, the form that it sent stands until the visitor
 * moves, touches, scrolls or presses anything on the page, or until the search is another: the form works
 * without script, and most visitors of a page read before they search. Then the box is loaded, and replaces
 * the form as soon as none of its fields has the focus.
 */
export function LazySearchBox({ home = false }: { home?: boolean }) {
  useSearchUpkeep()
  const place = useRef<HTMLDivElement>(null)
  const stands = useStandingForm(place)
  return (
    <div
      ref={place}
      className="contents"
      suppressHydrationWarning
      dangerouslySetInnerHTML={stands ? KEEP_SERVER_HTML : undefined}
    >
      {stands ? undefined : (
        <LazyPart wanted>
          <Box home={home} />
        </LazyPart>
      )}
    </div>
  )
}

/** What a visitor can do first on a page. */
const ACTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** How long presses are held back while the box is loaded, in ms. Then the form works as without script. */
const PATIENCE_MS = 3000

/** How long after a failure the box is not requested again, in ms. */
const RETRY_MS = 30_000

/**
 * Whether to keep the form that the server rendered. Values that the visitor entered are put into the
 * search before it goes; a field that was pressed before the box came is pressed again in the box. Where
 * the box cannot be loaded, or not soon, the form stays and works as without script meanwhile.
 */
function useStandingForm(place: RefObject<HTMLElement | null>): boolean {
  const dispatch = useAppDispatch()
  const serverRendered = useSelector(selectServerRendered)
  const content = useSelector(selectBoxContent)
  const [stands, setStands] = useState(!__SERVER__ && serverRendered && content === 'form')
  const wanted = useRef<() => void>(undefined)
  const isOther = useIsOtherSearch()
  const replace = useEffectEvent((press: Press | undefined) => {
    const form = place.current?.querySelector<HTMLFormElement>('form[role=search]')
    if (form) dispatch(takeOverFields(form))
    flushSync(() => setStands(false))
    if (press) pressAgain(press, place.current)
  })
  useEffect(() => {
    const element = place.current
    // Saved values, which come with the hydrated page, would replace what the visitor entered.
    if (!stands || serverRendered || !element) return
    // The page came by a link that was followed before the first one was hydrated: no form stands here.
    if (element.childElementCount === 0) {
      startTransition(() => setStands(false))
      return
    }
    const left = new AbortController()
    const { signal } = left
    const presses = watchPresses(element, signal)
    let loading: Promise<void> | undefined
    const load = async () => {
      const patience = setTimeout(presses.release, PATIENCE_MS)
      const loaded = await chunk.load().catch(() => undefined)
      clearTimeout(patience)
      if (signal.aborted) return
      if (loaded) {
        const end = whenUnfocused(element, () => replace(presses.last()))
        signal.addEventListener('abort', end)
      } else {
        presses.release()
        setTimeout(() => (loading = undefined), RETRY_MS)
      }
    }
    const act = () => void (loading ??= load())
    wanted.current = act
    for (const type of ACTS) window.addEventListener(type, act, { signal, capture: true })
    if (hasActed(element)) act()
    return () => left.abort()
  }, [place, stands, serverRendered])
  useEffect(() => {
    if (isOther) wanted.current?.()
  }, [isOther, serverRendered])
  return stands
}

/** Whether the visitor has scrolled, or is in the form, before the page was hydrated. */
const hasActed = (element: HTMLElement): boolean =>
  window.scrollY > 0 || element.contains(document.activeElement)

/** What the server's form shows of a search. */
const shownOf = (form: SearchFormState): string => {
  const { channelId, regionId, parkId, parkName, near, arrivalDate, when, duration } = form
  const { adults, children, under5s, petFriendly, isPartyInvalid } = form
  const place = { channelId, regionId, parkId, parkName, near }
  const party = { adults, children, under5s, petFriendly, isPartyInvalid }
  return JSON.stringify({ ...place, arrivalDate, when, duration, ...party })
}

/**
 * Whether the box no longer shows what the server rendered: another search, the dates of a promotion, or
 * its gate in place of the form.
 */
function useIsOtherSearch(): boolean {
  const content = useSelector(selectBoxContent)
  const shown = useSelector((state: { search: SearchFormState }) => shownOf(state.search))
  const [first] = useState(shown)
  const hasOfferDates = useSelector(selectOfferDates).size > 0
  return shown !== first || hasOfferDates || content !== 'form'
}
