import { useRef, useState, type MouseEvent } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { useAppDispatch } from '../../api'
import { classes } from '../../ui'
import { BannerBox } from './BannerBox'
import { selectConsent } from './consent'
import { useRoomBelow } from './room-below'

const ID = 'cookie-banner'

/** Whether the document has the banner that the server has rendered. */
export const hasFirstBanner = () => document.getElementById(ID) !== null

/**
 * The cookie banner of a page that the server has rendered, which is there when the page is first
 * painted. The documents of all visitors have it; index.html shows it to those who have not chosen,
 * and hides it when they do: the code that keeps the choice may take a while, or not come.
 * The browser keeps the server's HTML, so its script does not contain the banner. On the home page the
 * banner stands above the header, because at the foot of a phone it would cover the search.
 */
export function FirstBanner() {
  const dispatch = useAppDispatch()
  const { pathname } = useLocation()
  const choice = useSelector(selectConsent)
  const banner = useRef<HTMLElement>(null)
  // Only the document knows what the server has rendered, so it is read once, here.
  const [rendered] = useState(() => __SERVER__ || hasFirstBanner())
  const shown = rendered && choice === 'unknown'
  // A press before the page reacts is repeated when it does, and may have been seen by then.
  const answered = useRef(false)
  useRoomBelow(banner, shown)
  if (!shown) return null
  const frame = {
    id: ID,
    'aria-label': 'Cookies',
    className: classes('cookie-banner', pathname === '/' && 'cookie-banner-above'),
  }
  if (__SERVER__)
    return (
      <section {...frame}>
        <BannerBox />
      </section>
    )
  const press = ({ target }: MouseEvent) => {
    const chosen = target instanceof Element ? target.closest('button')?.value : undefined
    if (answered.current || (chosen !== 'accepted' && chosen !== 'rejected')) return
    answered.current = true
    void import('./choose').then(
      ({ choose }) => dispatch(choose(chosen)),
      (error: unknown) => {
        answered.current = false
        document.documentElement.dataset.asksCookies = ''
        throw error
      },
    )
  }
  return (
    // The keyboard presses its buttons, too, which is a click.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <section
      {...frame}
      ref={banner}
      onClick={press}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}
